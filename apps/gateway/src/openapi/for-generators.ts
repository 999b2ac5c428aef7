import { isPlainObject, type JsonSchema } from '#libs/template';

const MAX_INT32 = 2_147_483_647;
/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const SCHEMA = ['items', 'additionalProperties', 'contentSchema'] as const;
const LIST = ['anyOf', 'oneOf'] as const;

/**
 * A schema as generators of clients need it: numbers with the size of the type that holds them, which is otherwise 32
 * bits in Go and Java, and the default of a union or an object in its description, because generated code cannot assign it.
 * Within a union, items of any members are any values: Java has no test for a list of maps.
 */
export function forGenerators(schema: JsonSchema): JsonSchema {
  const within = { ...schema, ...withinLists(schema), ...withinSchemas(schema), ...withinProperties(schema) };
  const sized = { ...within, ...numberFormat(schema) };
  return 'default' in sized && ('anyOf' in sized || isPlainObject(sized['default']))
    ? withDefaultInWords(sized)
    : sized;
}

function withinLists(schema: { anyOf?: JsonSchema[]; oneOf?: JsonSchema[] }): JsonSchema {
  const present = LIST.filter((keyword) => keyword in schema);
  return Object.fromEntries(
    present.map((keyword) => [keyword, schema[keyword]!.map((each) => forGenerators(withAnyItems(each)))]),
  );
}

function withAnyItems({ items, ...schema }: JsonSchema): JsonSchema {
  if (!isPlainObject(items)) return schema;
  return { ...schema, items: items['additionalProperties'] === true ? {} : items };
}

function withinSchemas(schema: JsonSchema): JsonSchema {
  const entries = SCHEMA.map((keyword) => [keyword, schema[keyword]] as const);
  return Object.fromEntries(
    entries.flatMap(([keyword, within]) => (isPlainObject(within) ? [[keyword, forGenerators(within)]] : [])),
  );
}

function withinProperties({ properties }: { properties?: Record<string, JsonSchema> }): JsonSchema {
  if (properties === undefined) return {};
  const entries = Object.entries(properties);
  return { properties: Object.fromEntries(entries.map(([name, schema]) => [name, forGenerators(schema)])) };
}

function numberFormat({ type, enum: members, minimum = 0, maximum = Infinity }: NumberSchema): JsonSchema {
  if (members !== undefined) return {};
  if (type === 'number') return { format: 'double' };
  return type === 'integer' && (maximum > MAX_INT32 || minimum < -MAX_INT32) ? { format: 'int64' } : {};
}

interface NumberSchema {
  type?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
}

function withDefaultInWords({ default: value, description, ...schema }: JsonSchema): JsonSchema {
  const text = `Default: \`${isPlainObject(value) ? JSON.stringify(value) : String(value)}\`.`;
  return { ...schema, description: typeof description === 'string' ? `${description} ${text}` : text };
}
