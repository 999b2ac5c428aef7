/** An area in pixels. Empty when its width or height is not positive. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The empty area. */
export const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Whether the area holds no pixel. */
export function isEmpty(rect: Rect): boolean {
  return rect.width <= 0 || rect.height <= 0;
}

/** The area two rectangles share; `NOTHING` when they share none. */
export function intersect(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : NOTHING;
}

/** The smallest rectangle around both. */
export function union(a: Rect, b: Rect): Rect {
  if (isEmpty(a)) return b;
  if (isEmpty(b)) return a;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** The smallest rectangle with even coordinates and even size around a real-valued one: whole 4:2:0 chroma cells. */
export function alignEven(rect: Rect): Rect {
  const x = Math.floor(rect.x / 2) * 2;
  const y = Math.floor(rect.y / 2) * 2;
  return {
    x,
    y,
    width: Math.ceil((rect.x + rect.width) / 2) * 2 - x,
    height: Math.ceil((rect.y + rect.height) / 2) * 2 - y,
  };
}

/** The largest rectangle with even coordinates and even size inside a real-valued one; may be empty. */
export function shrinkEven(rect: Rect): Rect {
  const x = Math.ceil(rect.x / 2) * 2;
  const y = Math.ceil(rect.y / 2) * 2;
  return {
    x,
    y,
    width: Math.floor((rect.x + rect.width) / 2) * 2 - x,
    height: Math.floor((rect.y + rect.height) / 2) * 2 - y,
  };
}

/** Whether all of `inner` lies in `outer`. */
export function contains(outer: Rect, inner: Rect): boolean {
  const isAcross = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
  return isAcross && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}

/** `outer` without `inner`, which must lie inside it: up to four disjoint rectangles. */
export function subtract(outer: Rect, inner: Rect): Rect[] {
  if (isEmpty(inner)) return isEmpty(outer) ? [] : [outer];
  const innerRight = inner.x + inner.width;
  const innerBottom = inner.y + inner.height;
  const right = outer.x + outer.width;
  const bottom = outer.y + outer.height;
  return [
    { x: outer.x, y: outer.y, width: outer.width, height: inner.y - outer.y },
    { x: outer.x, y: inner.y, width: inner.x - outer.x, height: inner.height },
    { x: innerRight, y: inner.y, width: right - innerRight, height: inner.height },
    { x: outer.x, y: innerBottom, width: outer.width, height: bottom - innerBottom },
  ].filter((rect) => !isEmpty(rect));
}
