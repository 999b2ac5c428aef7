import type { Rect } from './geometry.js';

/**
 * A part of a layer or page to which it is cut, relative to its `bounds`: for a page the frame, for a layer everything it can
 * touch, shadows and overhanging letters included, which only its painter knows. `clipRegion` turns it into an outline.
 */
export type ClipShape = BoxClip | WipeClip | CircleClip | SectorClip;

/** A rectangle that does not depend on the bounds. */
export interface BoxClip extends Rect {
  kind: 'box';
  /** Of its corners, pixels, ≥ 0. */
  radius: number;
}

/** What a straight edge has passed on its way across the bounds. */
export interface WipeClip {
  kind: 'wipe';
  /** Where the edge is going, y downwards; the shown part lies behind it. Not both 0. */
  headingX: -1 | 0 | 1;
  headingY: -1 | 0 | 1;
  /** 0 (nothing) … 1 (all of the bounds). */
  shown: number;
}

/** A circle about the middle of the bounds. */
export interface CircleClip {
  kind: 'circle';
  /** 0 (nothing) … 1 (reaches the corners of the bounds). */
  shown: number;
}

/** What the hand of a clock, starting at twelve, has passed; its axis is the middle of the bounds. */
export interface SectorClip {
  kind: 'sector';
  clockwise: boolean;
  /** 0 (nothing) … 1 (the full turn). */
  shown: number;
}

export interface Point {
  x: number;
  y: number;
}

/** An outline in the same pixels as the bounds. Polygons are simple, and may have fewer than 3 points when nothing shows. */
export type ClipRegion =
  | ({ kind: 'rect'; radius: number } & Rect)
  | { kind: 'circle'; x: number; y: number; radius: number }
  | { kind: 'polygon'; points: readonly Point[] };

/**
 * The outline of a clip. What lies outside the bounds does not matter, so an outline may reach over them.
 *
 * @param bounds of what is clipped, in its own pixels
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

/** The edge runs parallel to the other diagonal: a triangle up to the middle, then the bounds less one. */
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

/** From the middle to twelve o'clock, along the bounds' edge to the hand, and back. */
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
