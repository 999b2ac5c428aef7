import { type Length, lengthPx, type Rect, type Size } from '#libs/document';
import type { ResolvedAnimation } from '#libs/template';
import type { Heading } from './headings.js';

/** Inputs of an animation. All lengths are pixels of the parent of the layer. */
export interface AnimationContext {
  /** Bounding box of the settled layer. */
  bounds: Rect;
  parent: Size;
  /** The visible part of the parent. */
  visible: Rect;
  /** Standard deviation of a blur that makes the layer unrecognizable. */
  blurPx: number;
  /** Seed of effects that look random. */
  seed: number;
}

/** A translation in pixels. */
export interface Offset {
  dx: number;
  dy: number;
}

/**
 * `share` of the distance of an animation along a heading. Percentages refer to the side of the parent in each
 * direction.
 */
export function along(heading: Heading, distance: Length, { parent }: AnimationContext, share: number): Offset {
  return {
    dx: heading.x === 0 ? 0 : heading.x * lengthPx(distance, parent.width) * share,
    dy: heading.y === 0 ? 0 : heading.y * lengthPx(distance, parent.height) * share,
  };
}

/** `share` of the way to a place just outside the visible area. */
function outOfSight(heading: Heading, { bounds, visible }: AnimationContext, share: number): Offset {
  const right = Math.max(0, visible.x + visible.width - bounds.x);
  const left = Math.max(0, bounds.x + bounds.width - visible.x);
  const down = Math.max(0, visible.y + visible.height - bounds.y);
  const up = Math.max(0, bounds.y + bounds.height - visible.y);
  return {
    dx: heading.x === 0 ? 0 : (heading.x > 0 ? right : -left) * share,
    dy: heading.y === 0 ? 0 : (heading.y > 0 ? down : -up) * share,
  };
}

/** The shift along the distance of the animation or, without a distance, to a place outside the visible area. */
export function farAway(
  heading: Heading,
  animation: ResolvedAnimation,
  context: AnimationContext,
  share: number,
): Offset {
  return animation.distance === undefined
    ? outOfSight(heading, context, share)
    : along(heading, animation.distance, context, share);
}
