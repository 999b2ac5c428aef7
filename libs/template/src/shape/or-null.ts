import { ValidateIf } from 'class-validator';
import { own } from './json.js';

/**
 * Accepts null, which no other rule then checks. The key must still be present unless the property is `@IsOptional`.
 */
export function OrNull(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== null, { context: { nullable: true } });
}

/** True for the `context` of the condition of {@link OrNull}, false for that of other conditions. */
export function isNullContext(context: unknown): boolean {
  return own(context, 'nullable') === true;
}
