/** A schema of the OpenAPI document, as its types for Python need it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: string | number | boolean | null;
  enum?: (string | number | boolean | null)[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

/** Receives an object without a name of its own, and returns the name that it has in Python. */
export type NameObject = (schema: Schema, proposal: string) => string;

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/**
 * The type of a schema in Python.
 *
 * @param proposal the name of an object that has none
 */
export function pythonType(schema: Schema, proposal: string, nameObject: NameObject): string {
  const within = (each: Schema, part = ''): string => pythonType(each, proposal + part, nameObject);
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return literal([schema.const]);
  if (schema.enum) return literal(schema.enum);
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return unionOf(union.map((each) => within(each)));
  if (schema.properties) return nameObject(schema, proposal);
  if (schema.type === undefined) return 'Any';
  return unionOf([schema.type].flat().map((type) => ofType(type, schema, within)));
}

function ofType(type: string, schema: Schema, within: (each: Schema, part?: string) => string): string {
  if (type === 'array') return listOf(within(schema.items ?? {}, 'Item'));
  if (type !== 'object') return SIMPLE[type]!;
  const { additionalProperties: values } = schema;
  return `Mapping[str, ${typeof values === 'object' ? within(values, 'Value') : 'Any'}]`;
}

/** Lists of objects can be changed; of maps and values of any type it is more useful that those of subtypes fit. */
function listOf(item: string): string {
  return /^(?:Any|Mapping)/.test(item) ? `Sequence[${item}]` : `list[${item}]`;
}

function literal(values: readonly unknown[]): string {
  const members = values.map((value) => {
    if (value === null) return 'None';
    return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
  });
  return `Literal[${members.join(', ')}]`;
}

function unionOf(types: readonly string[]): string {
  const members = [...new Set(types)];
  return members.includes('Any') ? 'Any' : members.join(' | ');
}
