import type { CSSProperties } from 'react';
import type { PlacedBox } from './frame-box.ts';

/**
 * Place of a box of the frame on the stage, in pixels of the screen. An upright box has no transform: the browser paints
 * each element with one by itself. `zoom`: screen pixels for each frame pixel.
 */
export function boxStyle({ size, matrix }: PlacedBox, zoom: number): CSSProperties {
  const [a, b, c, d, e, f] = matrix;
  const place = { width: size.width * zoom, height: size.height * zoom };
  if (a === 1 && b === 0 && c === 0 && d === 1) return { ...place, left: e * zoom, top: f * zoom };
  const transform = `matrix(${a}, ${b}, ${c}, ${d}, ${e * zoom}, ${f * zoom})`;
  return { ...place, left: 0, top: 0, transformOrigin: '0 0', transform };
}
