import { isObject, type JsonObject } from './parameters.js';

/** A field of n8n's resource mapper. */
export interface MapperField {
  readonly id: string;
  readonly displayName: string;
  readonly type: 'string' | 'number' | 'array' | 'object' | 'options';
  readonly required: boolean;
  readonly defaultMatch: false;
  readonly display: true;
  readonly options?: Choice[];
}

/** A choice of a list of n8n. */
export interface Choice {
  readonly name: string;
  readonly value: string | boolean;
  readonly description?: string;
}

/**
 * A field for each variable among what a caller may change. A boolean is a choice, because n8n's own field would send
 * false where no choice was made; colors, days and addresses are texts, which the API judges.
 */
export function variableFields(entries: readonly JsonObject[]): MapperField[] {
  return entries.flatMap(({ property, variable }) =>
    isObject(variable) ? [mapperField(String(property), variable)] : [],
  );
}

/** The choices of a template. */
export function templateChoices(templates: readonly JsonObject[]): Choice[] {
  return templates.map(({ id, name }) => ({ name: String(name), value: String(id) }));
}

/** The sizes of a template: its own, and those it names. */
export function sizeChoices({ document }: JsonObject): Choice[] {
  const sizes = isObject(document) && isObject(document['sizes']) ? Object.keys(document['sizes']) : [];
  return ['default', ...sizes].map((name) => ({ name, value: name }));
}

const TYPES: Readonly<Record<string, MapperField['type']>> = {
  number: 'number',
  boolean: 'options',
  enum: 'options',
  list: 'array',
  money: 'object',
};

function mapperField(id: string, variable: JsonObject): MapperField {
  const { type, label } = variable;
  const options = choicesOf(variable);
  return {
    id,
    displayName: typeof label === 'string' ? label : id,
    type: TYPES[String(type)] ?? 'string',
    required: variable['default'] === undefined,
    defaultMatch: false,
    display: true,
    ...(options && { options }),
  };
}

function choicesOf({ type, options }: JsonObject): Choice[] | undefined {
  if (type === 'boolean') return [true, false].map((value) => ({ name: value ? 'Yes' : 'No', value }));
  if (!Array.isArray(options)) return undefined;
  return options.filter(isObject).map(({ value, label }) => ({ name: String(label ?? value), value: String(value) }));
}
