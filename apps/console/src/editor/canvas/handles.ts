import { type Box, cornersOf, pivotOf, type Point, rounded, type Size, turned } from '#libs/document';

/** The handles of a selection by their compass direction. */
export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof HANDLES)[number];

export interface ResizeOptions {
  /** Whether width and height keep their proportion. */
  readonly keepsRatio: boolean;
  /** Whether the center stays where it is, instead of the opposite side. */
  readonly fromCenter: boolean;
}

const SMALLEST = 1;

/**
 * `box` after its `handle` was dragged by `drag` pixels of the frame. The opposite side (or the center) stays where it
 * is shown, also on a box that is turned or scaled. A side is never shorter than 1 px.
 */
export function resized(box: Box, handle: Handle, drag: Point, { keepsRatio, fromCenter }: ResizeOptions): Box {
  const along = turned(drag, -box.rotation); // the drag in the box's own directions
  const factor = (fromCenter ? 2 : 1) / (box.scale || 1);
  const signX = handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0;
  const signY = handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0;
  const wanted = { width: box.width + signX * along.x * factor, height: box.height + signY * along.y * factor };
  const size = keepsRatio ? proportional(box, wanted) : atLeast(SMALLEST, wanted);
  const still = { x: fromCenter ? 0.5 : (1 - signX) / 2, y: fromCenter ? 0.5 : (1 - signY) / 2 };
  return keptInPlace(box, size, still);
}

function atLeast(pixels: number, { width, height }: Size): Size {
  return { width: Math.max(pixels, width), height: Math.max(pixels, height) };
}

/** A size with the proportion of `former`: both sides change by the factor of the side that changed more. */
function proportional(former: Size, { width, height }: Size): Size {
  const [byWidth, byHeight] = [width / former.width, height / former.height];
  const wanted = Math.abs(byWidth - 1) > Math.abs(byHeight - 1) ? byWidth : byHeight;
  const growth = Math.max(wanted, SMALLEST / Math.min(former.width, former.height));
  return { width: former.width * growth, height: former.height * growth };
}

/** `box` in another size, where the point at `share` of its width and height is shown where it was. */
function keptInPlace(box: Box, { width, height }: Size, share: Point): Box {
  const fromPivot = (size: Size) =>
    turned(
      {
        x: (share.x - box.anchorX) * size.width * box.scale,
        y: (share.y - box.anchorY) * size.height * box.scale,
      },
      box.rotation,
    );
  const before = fromPivot(box);
  const after = fromPivot({ width, height });
  const pivot = pivotOf(box);
  return {
    ...box,
    width,
    height,
    x: pivot.x + before.x - after.x - box.anchorX * width,
    y: pivot.y + before.y - after.y - box.anchorY * height,
  };
}

/** The rotation, in degrees, of a box whose turning handle (above its middle) is at `pointer`. Steps of 15° on request. */
export function rotationTowards(box: Box, pointer: Point, inSteps: boolean): number {
  const [nw, ne, se] = cornersOf(box);
  const center = { x: (nw.x + se.x) / 2, y: (nw.y + se.y) / 2 };
  const top = { x: (nw.x + ne.x) / 2, y: (nw.y + ne.y) / 2 };
  const angle = ({ x, y }: Point) => (Math.atan2(y - center.y, x - center.x) * 180) / Math.PI;
  const rotation = rounded(box.rotation + angle(pointer) - angle(top), 1);
  const upright = ((((rotation + 180) % 360) + 360) % 360) - 180;
  return inSteps ? Math.round(upright / 15) * 15 : upright;
}
