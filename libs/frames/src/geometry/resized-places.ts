import type { Matrix, Rect } from '#libs/document';

/** Places of a picture in its box, local px: at this moment, and where its box has the size it comes to. */
export interface ResizedPicture {
  readonly now: Rect;
  readonly atRest: Rect;
}

/**
 * The matrices of a picture in an upright box that changes its size: from the box at rest to the frame, at this moment and at
 * rest. The latter is the same while the box changes.
 */
export function resizedPlaces(
  { matrix: [a, , , d, e, f], rest: [restA, , , restD] }: { readonly matrix: Matrix; readonly rest: Matrix },
  { now, atRest }: ResizedPicture,
): { matrix: Matrix; rest: Matrix } {
  const [across, down] = [now.width / atRest.width, now.height / atRest.height];
  const [x, y] = [now.x - atRest.x * across, now.y - atRest.y * down];
  return {
    matrix: [a * across, 0, 0, d * down, e + a * x, f + d * y],
    rest: [restA, 0, 0, restD, 0, 0],
  };
}
