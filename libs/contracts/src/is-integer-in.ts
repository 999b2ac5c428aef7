import { IsInt, Max, Min } from 'class-validator';
import { MAX_INTEGER } from './lists.js';

/** Accepts integers from `least` to `most`. */
export function IsIntegerIn(least: number, most = MAX_INTEGER): PropertyDecorator {
  return (prototype, property) => {
    for (const rule of [Max(most), Min(least), IsInt()]) rule(prototype, property);
  };
}
