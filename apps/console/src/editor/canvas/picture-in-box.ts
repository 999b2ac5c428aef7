import {
  inText,
  type Json,
  type JsonObject,
  objectOf,
  type Point,
  type Rect,
  rounded,
  type Size,
} from '#libs/document';

const SHARES: Readonly<Record<string, number>> = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };

/** Whether a part of the picture or clip can be outside of its box, so that it can be moved inside of it. */
export function isCropped(layer: JsonObject): boolean {
  const isFile = layer['type'] === 'image' || layer['type'] === 'video';
  return isFile && ['cover', 'auto'].includes(inText(layer['image_size'] ?? 'cover'));
}

/** The place of a picture in the pixels of its box, as the renderers draw it; mirrored ones as they are before that. */
export function pictureInBox(layer: JsonObject, box: Size, picture: Size): Rect {
  const fill = Math.max(box.width / picture.width, box.height / picture.height);
  const scale = layer['image_size'] === 'auto' ? 1 : fill;
  const [across = '', down = ''] = inText(layer['position'] ?? 'center center').split(' ');
  const focus = objectOf(layer['focus']);
  const [flippedX, flippedY] = flips(layer);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const along = (
    point: Json | undefined,
    side: string,
    isFlipped: boolean,
    [whole, room]: readonly [number, number],
  ) => {
    const share = SHARES[side] ?? 0.5;
    const focused = shareOf(point);
    if (focused !== undefined && whole > room) return startAt(focused, whole, room);
    return (room - whole) * (isFlipped ? 1 - share : share);
  };
  return {
    x: along(focus?.['x'], across, flippedX, [width, box.width]),
    y: along(focus?.['y'], down, flippedY, [height, box.height]),
    width,
    height,
  };
}

/** The focus after the picture was dragged by pixels of its box. A direction in which all of it is seen keeps its focus. */
export function draggedFocus(
  layer: JsonObject,
  box: Size,
  picture: Size,
  by: Point,
): Readonly<Record<'x' | 'y', number>> {
  const { x, y, width, height } = pictureInBox(layer, box, picture);
  const focus = objectOf(layer['focus']);
  const [flippedX, flippedY] = flips(layer);
  const along = (former: Json | undefined, way: number, [start, whole, room]: readonly [number, number, number]) => {
    if (whole <= room) return shareOf(former) ?? 0.5;
    const moved = Math.min(0, Math.max(room - whole, start + way));
    return rounded((room / 2 - moved) / whole, 3);
  };
  return {
    x: along(focus?.['x'], flippedX ? -by.x : by.x, [x, width, box.width]),
    y: along(focus?.['y'], flippedY ? -by.y : by.y, [y, height, box.height]),
  };
}

/** The rectangle as it is seen after the picture was mirrored in its box. */
export function mirrored(layer: JsonObject, box: Size, { x, y, width, height }: Rect): Rect {
  const [flippedX, flippedY] = flips(layer);
  return { x: flippedX ? box.width - x - width : x, y: flippedY ? box.height - y - height : y, width, height };
}

/** A share that is written as a number or in per cent; undefined for anything else. */
function shareOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^[\d.]+%$/.test(value) ? Number(value.slice(0, -1)) / 100 : undefined;
}

function startAt(point: number, whole: number, room: number): number {
  return Math.min(0, Math.max(room - whole, room / 2 - point * whole));
}

function flips(layer: JsonObject): readonly [boolean, boolean] {
  const flip = layer['flip'];
  return [flip === 'horizontal' || flip === 'both', flip === 'vertical' || flip === 'both'];
}
