import { IsDivisibleBy, IsInt, Max, Min } from 'class-validator';
import { MAX_FRAME_SIDE } from '../document-limits.js';
import { Literal } from '../shape/literal.js';

const MIN_FRAME_SIDE = 16;

/** The width or height of a frame, in pixels: even, as codecs with subsampled colors need it. It has no variables. */
export function IsFrameSide(): PropertyDecorator {
  const rules = [IsDivisibleBy(2), Max(MAX_FRAME_SIDE), Min(MIN_FRAME_SIDE), IsInt(), Literal()];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}
