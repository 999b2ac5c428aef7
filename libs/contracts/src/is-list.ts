import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';

/** Accepts lists of `least` to `most` entries. */
export function IsList(least: number, most: number): PropertyDecorator {
  return (prototype, property) => {
    for (const rule of [ArrayMaxSize(most), ArrayMinSize(least), IsArray()]) rule(prototype, property);
  };
}
