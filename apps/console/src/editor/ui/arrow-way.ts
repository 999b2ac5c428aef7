import type { KeyboardEvent } from 'react';
import type { Point } from '#libs/document';

const STEP_PX = 1;
const LARGE_STEP_PX = 10;
const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The way by which an arrow key moves what has the focus, in pixels: 1, with Shift 10. Undefined for another key. */
export function arrowWay({ key, shiftKey }: KeyboardEvent): Point | undefined {
  const way = WAYS[key];
  const step = shiftKey ? LARGE_STEP_PX : STEP_PX;
  return way && { x: way.x * step, y: way.y * step };
}
