import type { CSSProperties } from 'react';
import type { PlacedBox } from './frame-box.ts';

/** Place of a box of the frame on the stage, in pixels of the screen. `zoom`: screen pixels for each frame pixel. */
export function boxStyle({ size, matrix }: PlacedBox, zoom: number): CSSProperties {
  const [a, b, c, d, e, f] = matrix;
  return {
    left: 0,
    top: 0,
    width: size.width * zoom,
    height: size.height * zoom,
    transformOrigin: '0 0',
    transform: `matrix(${a}, ${b}, ${c}, ${d}, ${e * zoom}, ${f * zoom})`,
  };
}
