import type { Size } from '#libs/document';

/** The size of a picture no wider than `maxWidth` pixels: scaled down with its aspect ratio, never up. Null: as it is. */
export function withinWidth({ width, height }: Size, maxWidth: number | null): Size {
  if (maxWidth === null || width <= maxWidth) return { width, height };
  return { width: maxWidth, height: Math.max(1, Math.round((height * maxWidth) / width)) };
}
