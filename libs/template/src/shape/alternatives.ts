import { MIN_PLACEHOLDER_CHARACTERS } from './check-shape.js';
import { ANY_TEXT, type JsonSchema } from './constraint-schemas.js';
import { isAnnotation } from './text-formats.js';

const PLACEHOLDER = String.raw`^[^\x00]*\{\{[ \t\n\r]*[A-Za-z][A-Za-z0-9_]{0,63}[ \t\n\r]*\}\}[^\x00]*$`;
/** Keywords of a string that bound it without giving it a form. */
const BOUNDS: ReadonlySet<string> = new Set(['type', 'minLength', 'maxLength', 'examples', 'format']);

/**
 * The schema of values that at least one of `schemas` accepts. Strings that differ only in their bounds become one, the
 * widest: a generator makes a class of a union.
 */
export function alternatives(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const texts = distinct.filter(isText);
  const widest = texts.length < 2 ? texts : [texts.reduce(wider)];
  const anyOf = [...distinct.filter((schema) => !isText(schema)), ...widest];
  return anyOf.length === 1 ? anyOf[0]! : { anyOf };
}

function isText(schema: JsonSchema): boolean {
  const { pattern, ...rest } = schema;
  return rest['type'] === 'string' && pattern === ANY_TEXT && Object.keys(rest).every((keyword) => BOUNDS.has(keyword));
}

function wider(a: JsonSchema, b: JsonSchema): JsonSchema {
  const { minLength: leastA = 0, maxLength: mostA = Infinity } = a as Bounds;
  const { minLength: leastB = 0, maxLength: mostB = Infinity } = b as Bounds;
  const dropped = a['format'] === b['format'] ? ['minLength'] : ['minLength', 'format'];
  const widest = Object.entries(mostA < mostB ? b : a).filter(([keyword]) => !dropped.includes(keyword));
  const minLength = Math.min(leastA, leastB);
  return { ...Object.fromEntries(widest), ...(minLength > 0 && { minLength }) };
}

interface Bounds {
  minLength?: number;
  maxLength?: number;
}

/** The same, or a string with a placeholder. Strings that the schema accepts as they are need no alternative. */
export function orPlaceholder(schema: JsonSchema): JsonSchema {
  if (schema['type'] === 'string') return stringOrPlaceholder(schema);
  const members = schema['anyOf'] as JsonSchema[] | undefined;
  if (!members?.some(({ type }) => type === 'string')) return schema;
  return {
    ...schema,
    anyOf: members.map((member) => (member['type'] === 'string' ? stringOrPlaceholder(member) : member)),
  };
}

function stringOrPlaceholder(schema: JsonSchema): JsonSchema {
  const { enum: members, const: only, format, pattern, maxLength = 0, ...rest } = schema as StringSchema;
  const placeholder = {
    type: 'string',
    pattern: PLACEHOLDER,
    maxLength: Math.max(maxLength, MIN_PLACEHOLDER_CHARACTERS),
  };
  if (members !== undefined || only !== undefined) return { anyOf: [schema, placeholder] };
  if (pattern === ANY_TEXT) return schema;
  if (pattern === undefined) return format === undefined ? schema : { anyOf: [schema, placeholder] };
  return { ...rest, ...placeholder, pattern: `${pattern}|${PLACEHOLDER}`, ...withPlaceholders(format) };
}

/** The format of texts of `format` that may contain placeholders: one that restricts would refuse them. */
function withPlaceholders(format: string | undefined): { format?: string } {
  if (format === 'uri') return { format: 'url' };
  return isAnnotation(format) ? { format } : {};
}

interface StringSchema {
  enum?: readonly string[];
  const?: string;
  format?: string;
  pattern?: string;
  maxLength?: number;
}

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf } = schema as { anyOf?: JsonSchema[] };
  return { anyOf: [...(anyOf ?? [schema]), { type: 'null' }] };
}
