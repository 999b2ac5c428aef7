import { ValidateIf } from 'class-validator';

/**
 * Accepts null, which no other rule then checks. The key must still be present unless the property is `@IsOptional`.
 */
export function OrNull(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== null, { context: { nullable: true } satisfies NullContext });
}

/** Marks the condition of {@link OrNull} among other conditions. */
export interface NullContext {
  nullable: true;
}
