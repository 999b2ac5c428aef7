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
  /** What JSON Schema can say of it, besides the types. */
  schema?: Readonly<Record<string, unknown>>;
}

/** Turns a rule into a property decorator; its fault code travels in class-validator's `context`. */
export function defineRule(rule: Rule): PropertyDecorator {
  return ValidateBy(
    {
      name: rule.name,
      validator: { validate: (value: unknown) => rule.test(value), defaultMessage: () => `$property ${rule.message}` },
    },
    { context: { code: rule.code, types: rule.types, schema: rule.schema } satisfies RuleContext },
  );
}

export type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array';

/** What {@link defineRule} tells the validator about a rule. */
export interface RuleContext {
  code: FaultCode;
  types: readonly JsonType[];
  schema?: Readonly<Record<string, unknown>>;
}
