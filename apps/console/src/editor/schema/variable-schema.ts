import { type Json, type JsonObject, objectOf } from '#libs/document';
import type { PropertySchema } from './template-schema.ts';

/** The schema of the values of a variable, as far as a control needs it. */
export function variableSchema(variable: JsonObject): PropertySchema {
  const { default: value, description } = variable;
  const shown = {
    ...(typeof description === 'string' && { description }),
    ...(value !== undefined && { default: value }),
  };
  return { ...shown, ...ofType(variable) };
}

function ofType({ type, minimum, maximum, max_length, options }: JsonObject): PropertySchema {
  switch (type) {
    case 'number':
      return { type, ...numbers({ minimum, maximum }) };
    case 'boolean':
      return { type };
    case 'color':
    case 'url':
    case 'font':
      return { type: 'string', format: type };
    case 'enum':
      return { enum: Array.isArray(options) ? options.flatMap((option) => objectOf(option)?.['value'] ?? []) : [] };
    case 'list':
    case 'money':
      return {};
    default:
      return { type: 'string', ...numbers({ maxLength: max_length ?? 10_000 }) };
  }
}

function numbers(bounds: Readonly<Record<string, Json | undefined>>): object {
  return Object.fromEntries(Object.entries(bounds).filter(([, bound]) => typeof bound === 'number'));
}
