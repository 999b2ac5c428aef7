import { IsInt, Max, Min, type ValidationOptions } from 'class-validator';

/** The largest value of the database's integer columns; larger ones are refused before they reach it. */
export const MAX_INTEGER = 2_147_483_647;

/** Accepts integers from `least` to `most`; with `each`, lists of them. */
export function IsIntegerIn(least: number, most = MAX_INTEGER, options?: ValidationOptions): PropertyDecorator {
  return (prototype, property) => {
    for (const rule of [Max(most, options), Min(least, options), IsInt(options)]) rule(prototype, property);
  };
}
