import type { ResolvedAnimation, Length } from '#libs/template';
import type { Heading } from './headings.js';
import { lengthPx } from '../geometry/layout.js';
import type { Rect, Size } from '../geometry/geometry.js';

/** Where an animation takes place. All in pixels of the layer's parent. */
export interface AnimationContext {
  /** Around the settled layer. */
  bounds: Rect;
  parent: Size;
  /** What can be seen of the parent: beyond it a layer is out of sight. */
  visible: Rect;
  /** Standard deviation of a blur in which nothing can be made out. */
  blurPx: number;
  /** For what has to look like chance. */
  seed: number;
}

/** A move in pixels. */
export interface Offset {
  dx: number;
  dy: number;
}

/** The animation's distance along a heading, `share` of it. Per cent count each way of their own side of the parent. */
export function along(heading: Heading, distance: Length, { parent }: AnimationContext, share: number): Offset {
  return {
    dx: heading.x === 0 ? 0 : heading.x * lengthPx(distance, parent.width) * share,
    dy: heading.y === 0 ? 0 : heading.y * lengthPx(distance, parent.height) * share,
  };
}

/** The way to just out of sight on the given sides, `share` of it. */
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

/** Over the animation's distance where it has one, else until out of sight. */
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
