/** An affine map in canvas order: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A point or a distance in pixels, y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An upright rectangle, pixels. */
export interface Rect extends Point, Size {}
