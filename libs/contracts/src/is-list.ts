import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';

/** Accepts lists of `least` to `most` entries. */
export function IsList(least: number, most: number): PropertyDecorator {
  return (prototype, property) => {
    const size = least === 0 ? [ArrayMaxSize(most)] : [ArrayMaxSize(most), ArrayMinSize(least)];
    for (const rule of [...size, IsArray()]) rule(prototype, property);
  };
}
