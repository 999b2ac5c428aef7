import type { Direction } from '#libs/template';
import { lengthPx } from '../layout.js';
import type { Animator, Motion, Stage } from './animator.js';

type Sign = -1 | 0 | 1;

/** Where each direction leads, y downwards. */
const HEADINGS: Readonly<Partial<Record<Direction, readonly [x: Sign, y: Sign]>>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
  'up-left': [-1, -1],
  'up-right': [1, -1],
  'down-left': [-1, 1],
  'down-right': [1, 1],
};
const DEFAULT_DIRECTION = 'up';

/**
 * Moves in along `direction`, or out along it: an entrance `up` comes from below, an exit `up` leaves by the top. Without
 * a distance it travels from or to wholly outside the frame; with one it also fades, since it starts in plain view.
 */
export const slide: Animator = ({ animation, presence, side }, stage) => {
  const heading = HEADINGS[animation.direction ?? DEFAULT_DIRECTION];
  if (!heading) throw new RangeError(`a slide has no direction ${String(animation.direction)}`);
  // An entrance lies behind the settled place, an exit ahead of it.
  const [x, y] = side === 'exit' ? heading : ([-heading[0], -heading[1]] as [Sign, Sign]);
  const away = 1 - presence;
  if (animation.distance === undefined) return { ...outside(x, y, stage, away), opacity: 1 };
  return {
    dx: x === 0 ? 0 : x * lengthPx(animation.distance, stage.parent.width) * away,
    dy: y === 0 ? 0 : y * lengthPx(animation.distance, stage.parent.height) * away,
    opacity: Math.min(1, Math.max(0, presence)),
  };
};

/** The way to just outside the frame on the given sides, `away` of it. */
function outside(x: number, y: number, { bounds, parent }: Stage, away: number): Pick<Motion, 'dx' | 'dy'> {
  const right = Math.max(0, parent.width - bounds.x);
  const left = Math.max(0, bounds.x + bounds.width);
  const down = Math.max(0, parent.height - bounds.y);
  const up = Math.max(0, bounds.y + bounds.height);
  return {
    dx: x === 0 ? 0 : (x > 0 ? right : -left) * away,
    dy: y === 0 ? 0 : (y > 0 ? down : -up) * away,
  };
}
