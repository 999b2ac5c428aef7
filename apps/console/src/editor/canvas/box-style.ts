import type { CSSProperties } from 'react';
import { type Box } from '#libs/document';

/** Place of a frame's box on the stage, in pixels of the screen. `zoom`: screen pixels for each frame pixel. */
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
