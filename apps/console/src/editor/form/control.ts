import { type Json } from '#libs/document';
import { type PropertySchema, referredClass } from './template-schema.ts';

export interface NumberRange {
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Whether `min` itself is refused. */
  readonly aboveMin: boolean;
  readonly step: number;
}

/** The control with which a property is edited. */
export type Control =
  | { readonly kind: 'text'; readonly maxLength: number | undefined; readonly lines: boolean }
  | { readonly kind: 'number'; readonly range: NumberRange }
  | { readonly kind: 'length'; readonly range: NumberRange }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly options: readonly Json[] }
  | { readonly kind: 'color' | 'paint' | 'shadows' | 'easing' | 'url' | 'font' | 'layer' | 'number_format' }
  | { readonly kind: 'object' | 'list' | 'map'; readonly of: string }
  | { readonly kind: 'layers' }
  | { readonly kind: 'constant' }
  | { readonly kind: 'json' };

/** The control for the property `name`, by its schema. */
export function controlOf(name: string, schema: PropertySchema): Control {
  return (
    byReference(schema) ??
    (schema.const !== undefined ? ({ kind: 'constant' } as const) : undefined) ??
    byAlternatives(schema) ??
    byType(name, schema)
  );
}

function byReference(schema: PropertySchema): Control | undefined {
  const of = referredClass(schema);
  if (of !== undefined) return { kind: 'object', of };
  if (schema.items?.oneOf) return { kind: 'layers' };
  const member = referredClass(schema.items);
  if (member !== undefined) return { kind: 'list', of: member };
  const value =
    typeof schema.additionalProperties === 'object' ? referredClass(schema.additionalProperties) : undefined;
  return value === undefined ? undefined : { kind: 'map', of: value };
}

/** Alternatives are a value or the placeholder of a variable, a number or a percentage, or a boolean beside words. */
function byAlternatives({ anyOf }: PropertySchema): Control | undefined {
  if (!anyOf) return undefined;
  const all = anyOf.flatMap((alternative) => alternative.anyOf ?? [alternative]);
  const number = all.find(({ type }) => type === 'number');
  const options = all.flatMap((alternative) => alternative.enum ?? []);
  if (number && all.some(({ pattern }) => pattern?.includes('%$'))) return { kind: 'length', range: rangeOf(number) };
  if (all.some(({ type }) => type === 'boolean') && !number)
    return { kind: 'choice', options: [false, true, ...options] };
  return options.length > 0 ? { kind: 'choice', options } : { kind: 'json' };
}

function byType(name: string, schema: PropertySchema): Control {
  if (schema.enum) return { kind: 'choice', options: schema.enum };
  switch (schema.type) {
    case 'boolean':
      return { kind: 'boolean' };
    case 'number':
    case 'integer':
      return { kind: 'number', range: rangeOf(schema) };
    case 'string':
      return ofString(name, schema);
    default:
      return { kind: 'json' };
  }
}

/** Strings of one kind share their examples: the schema is written from the same rules for each of them. */
function ofString(name: string, { examples = [], maxLength, pattern }: PropertySchema): Control {
  const has = (start: string) => examples.some((example) => typeof example === 'string' && example.startsWith(start));
  if (name === 'font_family') return { kind: 'font' };
  if (name === 'layer') return { kind: 'layer' };
  if (has('linear-gradient(')) return { kind: 'paint' };
  if (has('rgb(')) return { kind: 'color' };
  if (has('ease-out')) return { kind: 'easing' };
  if (has('0 4px')) return { kind: 'shadows' };
  if (has('#,##0')) return { kind: 'number_format' };
  if (has('https://') && pattern?.includes('://')) return { kind: 'url' };
  return { kind: 'text', maxLength, lines: (maxLength ?? 0) >= 1_000 };
}

function rangeOf({ type, minimum, exclusiveMinimum, maximum, multipleOf }: PropertySchema): NumberRange {
  const min = minimum ?? exclusiveMinimum;
  return {
    min,
    max: maximum,
    aboveMin: minimum === undefined && exclusiveMinimum !== undefined,
    step: multipleOf ?? (type === 'integer' ? 1 : stepFor(min, maximum)),
  };
}

/** The bound of fields that are seconds within a video. */
const LONGEST_VIDEO_S = 3_600;

/** Factors and shares change by hundredths, small ranges and seconds by tenths, pixels and degrees by whole numbers. */
function stepFor(min: number | undefined, max: number | undefined): number {
  const span = (max ?? Infinity) - (min ?? 0);
  if (span <= 10) return 0.01;
  return span <= 600 || max === LONGEST_VIDEO_S ? 0.1 : 1;
}

/** `value` within the range, on its step; the least step above a minimum that is refused itself. */
export function withinRange(value: number, { min, max, aboveMin, step }: NumberRange): number {
  const digits = (String(step).split('.')[1] ?? '').length;
  const onStep = Number((Math.round(value / step) * step).toFixed(digits));
  const least = min === undefined ? -Infinity : aboveMin ? min + step : min;
  return Math.min(max ?? Infinity, Math.max(least, onStep));
}
