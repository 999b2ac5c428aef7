import type { Rect } from '#libs/document';
import { type LayerContent, type Share, shareOf } from '#libs/template';

/** The way in which a picture fills an area. */
export interface PicturePlacing extends Pick<LayerContent<'image'>, 'imageSize' | 'position'> {
  readonly focus?: LayerContent<'image'>['focus'];
  readonly isMirrored: boolean;
  readonly isUpsideDown: boolean;
}

/** Places at which a picture is drawn. The caller clips it to its area. */
export interface PicturePlaces {
  /** One copy of it. */
  readonly first: Rect;
  /** The area of all copies together; absent for a single copy. */
  readonly tiled?: Rect;
}

/**
 * The places of the picture: one, or tiles that cover the area. At its own size it lies on whole pixels, also where its position
 * would leave half a pixel on both sides: between pixels it would be blurred.
 */
export function picturePlaces(
  placing: PicturePlacing,
  area: Rect,
  picture: { readonly width: number; readonly height: number },
): PicturePlaces {
  const fit = Math.min(area.width / picture.width, area.height / picture.height);
  const fill = Math.max(area.width / picture.width, area.height / picture.height);
  const scale = { auto: 1, cover: fill, contain: fit, 'contain repeat': fit }[placing.imageSize];
  const [across = '', down = ''] = placing.position.split(' ');
  const width = picture.width * scale;
  const height = picture.height * scale;
  const { focus } = placing;
  // The position holds for the flipped picture, so it is taken from the other end before flipping.
  const x =
    area.x +
    (crop(focus?.x, width, area.width) ??
      (area.width - width) * (placing.isMirrored ? 1 - share(across) : share(across)));
  const y =
    area.y +
    (crop(focus?.y, height, area.height) ??
      (area.height - height) * (placing.isUpsideDown ? 1 - share(down) : share(down)));
  const first = { ...(scale === 1 ? { x: Math.round(x) + 0, y: Math.round(y) + 0 } : { x, y }), width, height };
  return placing.imageSize === 'contain repeat' ? repeated(first, area) : { first };
}

/** The share of the free space that lies before the image, 0 … 1. */
function share(side: string): number {
  if (side === 'left' || side === 'top') return 0;
  return side === 'center' ? 0.5 : 1;
}

/**
 * The place at which a picture begins that is larger than its area: its focus lies in the middle of the area, or as near to it as the
 * picture reaches. Undefined without a focus, and for a picture that is not cut off.
 */
function crop(focus: Share | undefined, picturePx: number, areaPx: number): number | undefined {
  if (focus === undefined || picturePx <= areaPx) return undefined;
  return Math.min(0, Math.max(areaPx - picturePx, areaPx / 2 - shareOf(focus) * picturePx));
}

function repeated(first: Rect, area: Rect): PicturePlaces {
  const across = tiles(first.x, first.width, area.x, area.width);
  const down = tiles(first.y, first.height, area.y, area.height);
  if (across.count * down.count <= 1) return { first };
  return { first, tiled: { x: across.from, y: down.from, width: across.length, height: down.length } };
}

/** All tiles of a size that touch an extent, one of them at `anchor`. */
function tiles(
  anchor: number,
  size: number,
  from: number,
  extent: number,
): { from: number; count: number; length: number } {
  const before = Math.ceil((anchor - from) / size - 1e-9);
  const first = anchor - before * size;
  const count = Math.ceil((from + extent - first) / size - 1e-9);
  return { from: first, count, length: count * size };
}
