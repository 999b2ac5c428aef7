import type { Size } from '#libs/document';
import { alignEven, type BoxMask, intersect, isEmpty } from '#libs/compositor';
import type { SceneNode } from '#libs/timeline';
import { roundRectRadius } from './round-rect.js';

/**
 * The box of a layer in the frame, if the kernel can cut what is in it: upright, with corners that remain circles, and without
 * clips or a mask of its own. Undefined otherwise.
 */
export function boxInFrame(
  { box, matrix, clips, mask }: Pick<SceneNode, 'box' | 'matrix' | 'clips' | 'mask'>,
  radius: number,
): BoxMask['box'] | undefined {
  const [a, b, c, d, x, y] = matrix;
  const isUpright = b === 0 && c === 0 && a > 0 && d > 0;
  if (!isUpright || clips || mask || (radius > 0 && a !== d)) return undefined;
  return {
    ...{ x, y, width: a * box.width, height: d * box.height },
    radius: a * roundRectRadius({ x: 0, y: 0, ...box }, radius),
  };
}

/** The mask of a box, as large as the part of the frame that it touches. */
export function boxMask(box: BoxMask['box'], frame: Size): BoxMask {
  const touched = intersect(alignEven(box), { x: 0, y: 0, ...frame });
  // Of a box out of view, the first pixels of the frame remain, which it does not cover.
  const { x, y, width, height } = isEmpty(touched) ? { x: 0, y: 0, width: 2, height: 2 } : touched;
  return {
    ...{ raster: `box ${JSON.stringify([box, touched])}`, transient: true },
    ...{ width: Math.ceil(width / 8) * 8, height, at: { x, y, scaleX: 1, scaleY: 1 } },
    box: { ...box, x: box.x - x, y: box.y - y },
  };
}
