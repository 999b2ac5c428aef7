import type { Rect, ResolvedImage } from '#libs/timeline';

/** How a picture fills an area. */
export interface PicturePlacing extends Pick<ResolvedImage, 'imageSize' | 'position'> {
  readonly isMirrored: boolean;
  readonly isUpsideDown: boolean;
}

/** Where the picture is drawn: once, or in tiles that cover the area. What reaches over the area is to be clipped away. */
export function picturePlaces(
  placing: PicturePlacing,
  area: Rect,
  picture: { readonly width: number; readonly height: number },
): Rect[] {
  const fit = Math.min(area.width / picture.width, area.height / picture.height);
  const fill = Math.max(area.width / picture.width, area.height / picture.height);
  const scale = { auto: 1, cover: fill, contain: fit, 'contain repeat': fit }[placing.imageSize];
  const [across, down] = placing.position.split(' ') as [string, string];
  const width = picture.width * scale;
  const height = picture.height * scale;
  const first = {
    // The position holds for the flipped picture, so it is taken from the other end before flipping.
    x: area.x + (area.width - width) * (placing.isMirrored ? 1 - share(across) : share(across)),
    y: area.y + (area.height - height) * (placing.isUpsideDown ? 1 - share(down) : share(down)),
    width,
    height,
  };
  return placing.imageSize === 'contain repeat' ? repeated(first, area) : [first];
}

/** How much of the free space lies before the image. */
function share(side: string): number {
  if (side === 'left' || side === 'top') return 0;
  return side === 'center' ? 0.5 : 1;
}

function repeated(first: Rect, area: Rect): Rect[] {
  const columns = starts(first.x, first.width, area.x, area.width);
  const rows = starts(first.y, first.height, area.y, area.height);
  return rows.flatMap((y) => columns.map((x) => ({ ...first, x, y })));
}

/** The starts of all tiles of a size that touch an extent, one of them at `anchor`. */
function starts(anchor: number, size: number, from: number, extent: number): number[] {
  const before = Math.ceil((anchor - from) / size - 1e-9);
  const first = anchor - before * size;
  const count = Math.ceil((from + extent - first) / size - 1e-9);
  return Array.from({ length: count }, (_, index) => first + index * size);
}
