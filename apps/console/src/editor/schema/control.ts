import { type Json, MAX_VIDEO_S } from '#libs/document';
import { type PropertySchema, referredClass } from './template-schema.ts';

export interface NumberRange {
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Whether `min` itself is refused. */
  readonly aboveMin: boolean;
  readonly step: number;
}

/** A mode in which a time follows from another layer of the page: `{ "after": "intro", "offset": 0.5 }`. */
export interface TimeReference {
  /** The property that names the layer: "after". */
  readonly name: string;
  /** The seconds by which it may be later; undefined where it has no offset. */
  readonly offset: NumberRange | undefined;
}

/** Values of `format` of strings that have a control of their own. */
const TEXT_KINDS = ['color', 'paint', 'shadows', 'easing', 'url', 'font'] as const;

/** The control with which a property is edited. */
export type Control =
  | { readonly kind: 'text'; readonly maxLength: number | undefined; readonly lines: boolean }
  | { readonly kind: 'number'; readonly range: NumberRange }
  | { readonly kind: 'length'; readonly range: NumberRange }
  | {
      readonly kind: 'time';
      /** Seconds. */
      readonly range: NumberRange;
      /** Words in place of seconds: "auto". */
      readonly words: readonly string[];
      readonly references: readonly TimeReference[];
    }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly options: readonly Json[] }
  | { readonly kind: 'several'; readonly options: readonly Json[] }
  | { readonly kind: (typeof TEXT_KINDS)[number] }
  | { readonly kind: 'object' | 'list' | 'map'; readonly of: string }
  | { readonly kind: 'layers' }
  /** Names of styles of the document. */
  | { readonly kind: 'styles' }
  /** Values for the variables of the component that the layer shows. */
  | { readonly kind: 'values' }
  /** Texts by name, each edited by its schema. */
  | { readonly kind: 'tokens'; readonly member: PropertySchema }
  | { readonly kind: 'constant' }
  | { readonly kind: 'json' };

/** The control for a property, by its schema. */
export function controlOf(schema: PropertySchema): Control {
  return (
    byReference(schema) ??
    (schema.const !== undefined ? ({ kind: 'constant' } as const) : undefined) ??
    byAlternatives(schema) ??
    byType(schema)
  );
}

function byReference(schema: PropertySchema): Control | undefined {
  const of = referredClass(schema);
  if (of !== undefined) return { kind: 'object', of };
  if (schema.items?.oneOf) return { kind: 'layers' };
  const member = referredClass(schema.items);
  if (member !== undefined) return { kind: 'list', of: member };
  const value = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  const ofValue = referredClass(value);
  if (ofValue !== undefined) return { kind: 'map', of: ofValue };
  if (value?.anyOf) return { kind: 'values' };
  return value?.type === 'string' ? { kind: 'tokens', member: value } : undefined;
}

/**
 * The control of a property with alternatives: a value or the placeholder of a variable, a number or a percentage, a
 * boolean or words, seconds or a time that follows from something else.
 */
function byAlternatives({ anyOf }: PropertySchema): Control | undefined {
  if (!anyOf) return undefined;
  const all = anyOf.flatMap((alternative) => alternative.anyOf ?? [alternative]);
  const number = all.find(({ type }) => type === 'number' || type === 'integer');
  const options = all.flatMap((alternative) => alternative.enum ?? []);
  if (all.some(({ type, items }) => type === 'array' && items?.type === 'string')) return { kind: 'styles' };
  if (number && all.some(({ format }) => format === 'length')) return { kind: 'length', range: rangeOf(number) };
  const isAlone = all.every((each) => each === number || each.type === 'boolean' || isPlaceholder(each));
  if (number && isAlone && !number.enum) return { kind: 'number', range: rangeOf(number) };
  if (number?.maximum === MAX_VIDEO_S) return timeOf(number, all);
  if (all.some(({ type }) => type === 'boolean') && !number)
    return isAlone ? { kind: 'boolean' } : { kind: 'choice', options: [false, true, ...options] };
  return options.length > 0 ? { kind: 'choice', options } : { kind: 'json' };
}

function timeOf(seconds: PropertySchema, all: readonly PropertySchema[]): Control {
  const words = all.flatMap((alternative) => alternative.enum ?? []).filter((word) => typeof word === 'string');
  const references = all.flatMap(({ properties = {}, required = [] }) => {
    const { offset } = properties;
    const seconds = offset?.anyOf?.find(({ type }) => type === 'number') ?? offset; // or an expression
    return required.map((name) => ({ name, offset: seconds && rangeOf(seconds) }));
  });
  return { kind: 'time', range: rangeOf(seconds), words, references };
}

/** Whether the schema is that of strings with expressions, which every control takes. */
function isPlaceholder({ type, pattern, format }: PropertySchema): boolean {
  return type === 'string' && format === undefined && pattern !== undefined && pattern.includes(String.raw`\{\{`);
}

function byType(schema: PropertySchema): Control {
  if (schema.enum) return { kind: 'choice', options: schema.enum };
  switch (schema.type) {
    case 'boolean':
      return { kind: 'boolean' };
    case 'number':
    case 'integer':
      return { kind: 'number', range: rangeOf(schema) };
    case 'string':
      return ofString(schema);
    case 'array':
      return schema.items?.enum ? { kind: 'several', options: schema.items.enum } : { kind: 'json' };
    default:
      return { kind: 'json' };
  }
}

function ofString({ format, maxLength }: PropertySchema): Control {
  const kind = TEXT_KINDS.find((each) => each === format);
  return kind ? { kind } : { kind: 'text', maxLength, lines: (maxLength ?? 0) >= 1_000 };
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

/**
 * The step of a number: hundredths for factors and shares, tenths for small ranges and seconds, whole numbers for
 * pixels and degrees.
 */
function stepFor(min: number | undefined, max: number | undefined): number {
  const span = (max ?? Infinity) - (min ?? 0);
  if (span <= 10) return 0.01;
  return span <= 600 || max === MAX_VIDEO_S ? 0.1 : 1;
}

/** `value` within the range, on its step; the least step above a minimum that is refused itself. */
export function withinRange(value: number, { min, max, aboveMin, step }: NumberRange): number {
  const digits = (String(step).split('.')[1] ?? '').length;
  const onStep = Number((Math.round(value / step) * step).toFixed(digits));
  const least = min === undefined ? -Infinity : aboveMin ? min + step : min;
  return Math.min(max ?? Infinity, Math.max(least, onStep));
}
