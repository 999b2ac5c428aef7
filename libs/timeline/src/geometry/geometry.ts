/** An affine map in canvas order: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Pixels. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}
