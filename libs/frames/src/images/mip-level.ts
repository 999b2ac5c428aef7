import type { Size } from '#libs/document';

/**
 * The mip level at which a picture is drawn: the number of times that it is halved, until it is less than twice as wide
 * and high as it is shown. Skia's cubic filter looks at 4 × 4 pixels whatever the scale, so a picture shown at less than half its size
 * would alias (a zone plate at 0.15: 10 dB against 23 dB when halved first).
 * @param shown device px
 */
export function mipLevelFor(picture: Size, shown: Size): number {
  let size = picture;
  let level = 0;
  while (size.width >= 2 * Math.max(1, shown.width) && size.height >= 2 * Math.max(1, shown.height)) {
    size = half(size);
    level++;
  }
  return level;
}

/** The size of a picture at a mip level. */
export function mipSize(picture: Size, level: number): Size {
  let size: Size = { width: picture.width, height: picture.height };
  for (let halved = 0; halved < level; halved++) size = half(size);
  return size;
}

function half({ width, height }: Size): Size {
  return { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
}
