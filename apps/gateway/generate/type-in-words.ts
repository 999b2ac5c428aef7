import type { JsonSchema, PropertyConstraint } from '#libs/template';

/** Names for rules that a reader takes for types; docs/template/document.md explains them. */
const TYPES: Readonly<Record<string, string>> = {
  isPosition: 'length',
  isExtent: 'length, at least 0',
  isColor: 'color',
  isPaint: 'paint',
  isEasing: 'easing',
  isShadowList: 'shadows',
  isSvgPath: 'SVG path',
  isNumberFormat: 'number format',
  isWebUrl: 'URL',
  isShare: 'number, 0 to 1, or a percentage',
  isVariableValue: 'a value of the type',
  isStyleNames: 'name, or list of names',
  isLayerStart: 'time',
  isLayerDuration: 'duration',
  isDuration: 'seconds or `"auto"`',
};

/** The type of a property and what bounds it: `number, 0 to 600`, `array of Cue, at most 5,000`. */
export function typeInWords(schema: JsonSchema, constraints: readonly PropertyConstraint[]): string {
  const own = constraints.map(({ name }) => TYPES[name]).find((type) => type !== undefined);
  if (own !== undefined) return own;
  if (constraints.some(({ name }) => name === 'isFrameLength')) return `frame length, ${rangeOf(constraints)}`;
  if (schema['const'] !== undefined) return code(schema['const']);
  const members = constraints.find(({ name }) => name === 'isIn')?.arguments[0];
  if (Array.isArray(members)) return members.map(code).join(', ');
  return [typeOf(schema), boundsOf(schema)].filter((part) => part !== '').join(', ');
}

function typeOf({ $ref, type, items, additionalProperties: values, anyOf, oneOf }: Schema): string {
  if ($ref !== undefined) return $ref;
  if (oneOf) return 'layer';
  if (anyOf) return 'value of a variable';
  if (type === 'array') return `array of ${typeOf(items!)}`;
  if (type === 'object' && values) return `object of ${values.anyOf ? 'values' : typeOf(values)}`;
  return String(type);
}

interface Schema {
  $ref?: string;
  type?: string;
  items?: Schema;
  additionalProperties?: Schema;
  anyOf?: unknown[];
  oneOf?: unknown[];
}

function boundsOf(schema: JsonSchema): string {
  const has = (keyword: string): number | undefined => {
    const value = schema[keyword];
    return typeof value === 'number' ? value : undefined;
  };
  const above = has('exclusiveMinimum');
  const bounds = [
    range(has('minimum'), has('maximum')),
    above === undefined ? '' : `above ${figure(above)}`,
    has('multipleOf') === undefined ? '' : `a multiple of ${figure(has('multipleOf')!)}`,
    unit(range(has('minLength'), has('maxLength')), 'characters'),
    range(has('minItems'), has('maxItems')),
    unit(range(undefined, has('maxProperties')), 'entries'),
  ];
  // The lower bound comes before the upper one.
  if (above !== undefined) bounds.unshift(bounds.splice(1, 1)[0]!);
  return bounds.filter((bound) => bound !== '').join(', ');
}

function rangeOf(constraints: readonly PropertyConstraint[]): string {
  const bound = (rule: string): number => Number(constraints.find(({ name }) => name === rule)?.arguments[0]);
  return range(bound('min'), bound('max'));
}

function range(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return most === undefined ? '' : `at most ${figure(most)}`;
  return most === undefined ? `at least ${figure(least)}` : `${figure(least)} to ${figure(most)}`;
}

function unit(bounds: string, name: string): string {
  return bounds === '' ? '' : `${bounds} ${name}`;
}

function figure(value: number): string {
  return value.toLocaleString('en-US').replace('-', '−');
}

function code(value: unknown): string {
  return `\`${String(value)}\``;
}
