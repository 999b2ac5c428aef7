import { IsNumber, Max, Min, type ValidationOptions } from 'class-validator';
import { MAX_INTEGER } from './is-integer-in.js';

/** Accepts numbers from `least` to `most`. */
export function IsNumberIn(least: number, most = MAX_INTEGER, options?: ValidationOptions): PropertyDecorator {
  return (prototype, property) => {
    for (const rule of [Max(most, options), Min(least, options), IsNumber({}, options)]) rule(prototype, property);
  };
}
