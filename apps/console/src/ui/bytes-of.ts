import type { Bytes } from './hsv.ts';

/** The color in sRGB; of a gradient, its first color. */
export function bytesOf(color: string): Bytes {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return [0, 0, 0, 255];
  const solid = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|hsla?\([^)]*\)/i.exec(color)?.[0] ?? color;
  context.fillStyle = solid;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha];
}
