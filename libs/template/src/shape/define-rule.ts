import { ValidateBy } from 'class-validator';
import type { FaultCode } from '../fault.js';

/** A property rule that class-validator does not have. */
export interface Rule {
  name: string;
  code: FaultCode;
  /** JSON types that the rule accepts; any other one is INVALID_TYPE. */
  types: readonly JsonType[];
  /** Continues "<field> …". */
  message: string | ((value: unknown) => string);
  test: (value: unknown) => boolean;
  /** Maximum length of a string, in code points. A longer one is VALUE_TOO_LARGE and is not passed to `test`. */
  maxCharacters?: number;
  /** Whether the string is an address that a renderer will fetch. */
  isAddress?: boolean;
  /** Whether the value is a secret: then no fault of its object repeats a value. */
  isSecret?: boolean;
  /** Whether the value is a length: pixels, or a text with a unit. */
  isLength?: boolean;
  /** The bounds of the rule, for those that read them by its name. */
  arguments?: readonly unknown[];
  /** The rule as JSON Schema, without the types, as far as JSON Schema can express it. */
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
    test: (value) => typeof value !== 'string' || isWithin(value, maxCharacters),
  });
  const isRight = declare(rule);
  return (target, property) => {
    isShort(target, property);
    isRight(target, property);
  };
}

/** Whether a text has at most `most` characters: code points, as JSON Schema counts. */
function isWithin(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && charactersOf(text) <= most);
}

/** Code points of a text. */
export function charactersOf(text: string): number {
  return text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0);
}

const SURROGATE_PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

function declare({ name, code, types, schema, message, test, ...rule }: Rule): PropertyDecorator {
  return ValidateBy(
    {
      name,
      constraints: [...(rule.arguments ?? [])],
      validator: {
        validate: (value: unknown) => test(value),
        defaultMessage: (args) => `$property ${typeof message === 'string' ? message : message(args?.value)}`,
      },
    },
    {
      context: {
        code,
        types,
        schema,
        ...(rule.isAddress && { isAddress: true }),
        ...(rule.isSecret && { isSecret: true }),
        ...(rule.isLength && { isLength: true }),
      } satisfies RuleContext,
    },
  );
}

export type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array';

/** Context that {@link defineRule} passes to the validator. */
export interface RuleContext {
  code: FaultCode;
  types: readonly JsonType[];
  schema?: Readonly<Record<string, unknown>>;
  isAddress?: boolean;
  isSecret?: boolean;
  isLength?: boolean;
}
