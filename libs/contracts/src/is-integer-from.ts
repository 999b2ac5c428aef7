import { IsInt, Min } from 'class-validator';

/** Accepts integers of `least` and more. */
export function IsIntegerFrom(least: number): PropertyDecorator {
  return (prototype, property) => {
    for (const rule of [Min(least), IsInt()]) rule(prototype, property);
  };
}
