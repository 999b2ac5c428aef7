import type { CSSProperties } from 'react';
import type { Box } from '../document/geometry.ts';

/** Where a box of the frame is shown on a stage of `zoom` pixels of the screen for each of the frame. */
export function boxStyle(box: Box, zoom: number): CSSProperties {
  return {
    left: box.x * zoom,
    top: box.y * zoom,
    width: box.width * zoom,
    height: box.height * zoom,
    transformOrigin: `${box.anchorX * 100}% ${box.anchorY * 100}%`,
    transform: `rotate(${box.rotation}deg) scale(${box.scale})`,
  };
}
