import { ValidateIf } from 'class-validator';

/** Null is a value here, judged by no other rule; the key itself must still be there unless it is `@IsOptional`. */
export function OrNull(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== null, { context: { nullable: true } satisfies NullContext });
}

/** How {@link OrNull} is told from other conditions. */
export interface NullContext {
  nullable: true;
}
