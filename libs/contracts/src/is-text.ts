import { IsString, MaxLength, type ValidationOptions } from 'class-validator';

/** Accepts strings of at most `most` characters; with `each`, lists of them. */
export function IsText(most: number, options?: ValidationOptions): PropertyDecorator {
  return (prototype, property) => {
    for (const rule of [MaxLength(most, options), IsString(options)]) rule(prototype, property);
  };
}
