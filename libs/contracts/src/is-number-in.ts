import { IsNumber, Max, Min } from 'class-validator';
import { MAX_INTEGER } from './is-integer-in.js';

/** Accepts numbers from `least` to `most`. */
export function IsNumberIn(least: number, most = MAX_INTEGER): PropertyDecorator {
  return (prototype, property) => {
    for (const rule of [Max(most), Min(least), IsNumber()]) rule(prototype, property);
  };
}
