import type { Point, Rect } from '#libs/document';

/**
 * The visible part of a layer or page, relative to its `bounds`. The bounds of a page are the frame. Those of a layer
 * include everything that it paints, shadows and overhanging letters too, and only its painter knows them. `clipRegion`
 * converts the shape to an outline.
 */
export type ClipShape = BoxClip | WipeClip | CircleClip | SectorClip;

/** A rectangle that does not depend on the bounds. */
export interface BoxClip extends Rect {
  kind: 'box';
  /** Radius of its corners in pixels, ≥ 0. */
  radius: number;
}

/** The area behind a straight edge that crosses the bounds. */
export interface WipeClip {
  kind: 'wipe';
  /** Direction of the edge, y downward; the visible part lies behind it. Not both 0. */
  headingX: -1 | 0 | 1;
  headingY: -1 | 0 | 1;
  /** 0 (nothing) … 1 (all of the bounds). */
  shown: number;
}

/** A circle around the center of the bounds. */
export interface CircleClip {
  kind: 'circle';
  /** 0 (nothing) … 1 (reaches the corners of the bounds). */
  shown: number;
}

/** The sector that a clock hand has passed, starting at twelve, around the center of the bounds. */
export interface SectorClip {
  kind: 'sector';
  clockwise: boolean;
  /** 0 (nothing) … 1 (the full turn). */
  shown: number;
}

/**
 * An outline in the same pixels as the bounds. Polygons are simple, and may have fewer than 3 points if nothing is
 * visible.
 */
export type ClipRegion =
  | ({ kind: 'rect'; radius: number } & Rect)
  | { kind: 'circle'; x: number; y: number; radius: number }
  | { kind: 'polygon'; points: readonly Point[] };

/**
 * The outline of a clip shape. It may extend beyond the bounds.
 *
 * @param bounds of the clipped layer or page, in its own pixels
 */
export function clipRegion(clip: ClipShape, bounds: Rect): ClipRegion {
  switch (clip.kind) {
    case 'box': {
      const { x, y, width, height, radius } = clip;
      return { kind: 'rect', x, y, width, height, radius };
    }
    case 'circle': {
      const radius = (clip.shown * Math.hypot(bounds.width, bounds.height)) / 2;
      return { kind: 'circle', ...middleOf(bounds), radius };
    }
    case 'wipe':
      return clip.headingX === 0 || clip.headingY === 0 ? straightWipe(clip, bounds) : slantedWipe(clip, bounds);
    case 'sector':
      return { kind: 'polygon', points: sectorPoints(clip, bounds) };
  }
}

function middleOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function straightWipe({ headingX, headingY, shown }: WipeClip, { x, y, width, height }: Rect): ClipRegion {
  const [across, down] = [headingX === 0 ? width : width * shown, headingY === 0 ? height : height * shown];
  const left = headingX < 0 ? x + width - across : x;
  const top = headingY < 0 ? y + height - down : y;
  return { kind: 'rect', x: left, y: top, width: across, height: down, radius: 0 };
}

/**
 * The outline of a wipe toward a corner. Its edge is parallel to the other diagonal, so it is a triangle up to the
 * center, then the bounds without a triangle.
 */
function slantedWipe({ headingX, headingY, shown }: WipeClip, { x, y, width, height }: Rect): ClipRegion {
  // In the unit square with the start at (0, 0) the edge is u + v = 2 · shown.
  const reach = 2 * shown;
  const unit: [u: number, v: number][] =
    reach <= 1
      ? [
          [0, 0],
          [reach, 0],
          [0, reach],
        ]
      : [
          [0, 0],
          [1, 0],
          [1, reach - 1],
          [reach - 1, 1],
          [0, 1],
        ];
  const points = unit.map(([u, v]) => ({
    x: x + width * (headingX < 0 ? 1 - u : u),
    y: y + height * (headingY < 0 ? 1 - v : v),
  }));
  return { kind: 'polygon', points };
}

/** Points of a sector: from the center to twelve, along the edge of the bounds to the hand, and back. */
function sectorPoints({ clockwise, shown }: SectorClip, bounds: Rect): Point[] {
  if (shown <= 0) return [];
  const middle = middleOf(bounds);
  const [halfWidth, halfHeight] = [bounds.width / 2, bounds.height / 2];
  const at = (turn: number): Point => {
    const angle = turn * 2 * Math.PI;
    const [x, y] = [Math.sin(angle), -Math.cos(angle)];
    const reach = 1 / Math.max(Math.abs(x) / halfWidth, Math.abs(y) / halfHeight);
    return { x: middle.x + (clockwise ? x : -x) * reach, y: middle.y + y * reach };
  };
  const corner = Math.atan2(halfWidth, halfHeight) / (2 * Math.PI);
  const corners = [corner, 0.5 - corner, 0.5 + corner, 1 - corner];
  const end = Math.min(1, shown);
  return [middle, at(0), ...corners.filter((turn) => turn < end).map(at), at(end)];
}
