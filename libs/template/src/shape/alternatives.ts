import { numberOr } from '../located.js';
import { MIN_PLACEHOLDER_CHARACTERS } from './check-shape.js';
import { ANY_TEXT, type JsonSchema } from './constraint-schemas.js';
import { isAnnotation } from './text-formats.js';

const PLACEHOLDER = String.raw`^[^\x00]*\{\{[^\x00]+\}\}[^\x00]*$`;
/** Types whose values an expression may stand for: a string that is that expression alone. */
const COMPUTED: ReadonlySet<unknown> = new Set(['number', 'integer', 'boolean']);
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
  const dropped = a['format'] === b['format'] ? ['minLength'] : ['minLength', 'format'];
  const isShort = numberOr(a['maxLength'], Infinity) < numberOr(b['maxLength'], Infinity);
  const widest = Object.entries(isShort ? b : a).filter(([keyword]) => !dropped.includes(keyword));
  const minLength = Math.min(numberOr(a['minLength'], 0), numberOr(b['minLength'], 0));
  return { ...Object.fromEntries(widest), ...(minLength > 0 && { minLength }) };
}

/** The schema, or a string with an expression. Strings that the schema accepts as they are need no alternative. */
export function orPlaceholder(schema: JsonSchema): JsonSchema {
  if (schema['type'] === 'string') return stringOrPlaceholder(schema);
  if (COMPUTED.has(schema['type'])) return { anyOf: [schema, placeholderOf(schema)] };
  const members = membersOf(schema);
  if (members && !members.some(({ type }) => type === 'string')) {
    const isComputed = members.some(({ type }) => COMPUTED.has(type));
    return isComputed ? { ...schema, anyOf: [...members, placeholderOf({})] } : schema;
  }
  if (!members) return schema;
  return {
    ...schema,
    anyOf: members.map((member) => (member['type'] === 'string' ? stringOrPlaceholder(member) : member)),
  };
}

function placeholderOf({ maxLength }: JsonSchema): JsonSchema {
  const most = Math.max(numberOr(maxLength, 0), MIN_PLACEHOLDER_CHARACTERS);
  return { type: 'string', pattern: PLACEHOLDER, maxLength: most };
}

function stringOrPlaceholder(schema: JsonSchema): JsonSchema {
  const { enum: members, const: only, format, pattern, ...rest } = schema;
  const placeholder = placeholderOf(schema);
  if (members !== undefined || only !== undefined) return { anyOf: [schema, placeholder] };
  if (pattern === ANY_TEXT) return schema;
  if (typeof pattern !== 'string') return format === undefined ? schema : { anyOf: [schema, placeholder] };
  return { ...rest, ...placeholder, pattern: `${pattern}|${PLACEHOLDER}`, ...withPlaceholders(format) };
}

/** The format of texts that may contain placeholders: without a format that restricts, which would refuse these. */
function withPlaceholders(format: unknown): JsonSchema {
  if (format === 'uri') return { format: 'url' };
  return isAnnotation(format) ? { format } : {};
}

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [...(membersOf(schema) ?? [schema]), { type: 'null' }] };
}

function membersOf({ anyOf }: JsonSchema): readonly JsonSchema[] | undefined {
  return anyOf as readonly JsonSchema[] | undefined;
}
