import { ValidateBy } from 'class-validator';
import type { FaultCode } from '../fault.js';

/** A property rule that class-validator does not have. */
export interface Rule {
  name: string;
  code: FaultCode;
  /** JSON types it can judge; any other is INVALID_TYPE. */
  types: readonly JsonType[];
  /** Continues "<field> …". */
  message: string;
  test: (value: unknown) => boolean;
  /** Of a string; a longer one is VALUE_TOO_LARGE, and `test` does not see it. */
  maxCharacters?: number;
  /** The string is an address that a renderer will fetch. */
  isAddress?: boolean;
  /** What JSON Schema can say of it, besides the types. */
  schema?: Readonly<Record<string, unknown>>;
}

/** Turns a rule into a property decorator; its fault code travels in class-validator's `context`. */
export function defineRule({ maxCharacters, ...rule }: Rule): PropertyDecorator {
  if (maxCharacters === undefined) return declare(rule);
  const isShort = declare({
    name: 'hasMaxCharacters',
    code: 'VALUE_TOO_LARGE',
    types: rule.types,
    message: `must be at most ${maxCharacters} characters long`,
    schema: { maxLength: maxCharacters },
    test: (value) => typeof value !== 'string' || value.length <= maxCharacters,
  });
  const isRight = declare(rule);
  return (target, property) => {
    isShort(target, property);
    isRight(target, property);
  };
}

function declare({ name, code, types, schema, message, test, isAddress }: Rule): PropertyDecorator {
  return ValidateBy(
    {
      name,
      validator: { validate: (value: unknown) => test(value), defaultMessage: () => `$property ${message}` },
    },
    { context: { code, types, schema, ...(isAddress && { isAddress }) } satisfies RuleContext },
  );
}

export type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array';

/** What {@link defineRule} tells the validator about a rule. */
export interface RuleContext {
  code: FaultCode;
  types: readonly JsonType[];
  schema?: Readonly<Record<string, unknown>>;
  isAddress?: boolean;
}
