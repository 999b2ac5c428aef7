/** Words of usual lengths, and one that is long, from which a text of any length is cut. */
const WORDS = 'Wonderful mornings with Wolfgang Wetherington-Smythe and everyone from Westmorland ';
const PICTURE = 'https://example.com/dusk.jpg';
const SOUND = 'https://example.com/voice-4.5s.wav';
/** A day whose name and month are the longest. */
const LONGEST_DAY = '2026-09-30T22:30';
const LARGEST = 9_999;

/** A declaration of a variable, as JSON. */
export interface Declaration {
  readonly type: string;
  readonly default?: unknown;
  readonly label?: string;
  readonly media?: string;
  readonly fields?: Declarations;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly max_length?: number;
  readonly min_items?: number;
  readonly max_items?: number;
  readonly options?: readonly { readonly value: string; readonly label?: string }[];
}

export type Declarations = Readonly<Record<string, Declaration>>;

/** Values of all variables as long, as many and as large as their declarations allow. */
export function longestValues(variables: Declarations): Record<string, unknown> {
  return each(variables, longest);
}

/** Values of all variables as short, as few and as small as their declarations allow; items have no field. */
export function leastValues(variables: Declarations): Record<string, unknown> {
  return each(variables, least);
}

function each(variables: Declarations, valueOf: (variable: Declaration) => unknown): Record<string, unknown> {
  const values = Object.entries(variables).map(([name, variable]) => [name, valueOf(variable)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function longest(variable: Declaration): unknown {
  const { type, media, fields = {}, max_items = 200, max_length = 200, maximum = LARGEST, options = [] } = variable;
  switch (type) {
    case 'string':
      return WORDS.repeat(Math.ceil(max_length / WORDS.length))
        .slice(0, max_length)
        .replace(/ $/, 's');
    case 'number':
      return maximum;
    case 'money':
      return { amount: maximum, currency: 'EUR' };
    case 'boolean':
      return true;
    case 'date':
      return LONGEST_DAY;
    case 'url':
      return media === 'audio' ? SOUND : PICTURE;
    case 'enum':
      return options.toSorted((a, b) => (b.label ?? b.value).length - (a.label ?? a.value).length)[0]?.value;
    case 'list':
      return Array.from({ length: max_items }, () => each(fields, longest));
    default:
      return undefined;
  }
}

function least(variable: Declaration): unknown {
  const { type, min_items = 0, minimum = 0 } = variable;
  switch (type) {
    case 'string':
      return '';
    case 'number':
      return minimum;
    case 'money':
      return { amount: minimum, currency: 'EUR' };
    case 'boolean':
      return false;
    case 'list':
      return Array.from({ length: min_items }, () => ({}));
    default:
      return undefined;
  }
}
