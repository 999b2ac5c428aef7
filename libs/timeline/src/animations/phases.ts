import type { ResolvedAnimation, AnimationType } from '#libs/template';
import { DEFAULT_EASING, easingOf } from './easing.js';

/** Where an entrance or an exit stands at one instant. */
export interface EnterExitPhase {
  side: 'enter' | 'exit';
  animation: ResolvedAnimation;
  /** How present the layer is: 0 gone, 1 settled, eased; past 1 where the easing overshoots. */
  presence: number;
}

/** Where a loop stands at one instant. It begins at rest and comes back to it with every round. */
export interface LoopPhase {
  side: 'loop';
  animation: ResolvedAnimation;
  /** Rounds since it began, ≥ 0. */
  rounds: number;
  /** There and back: 0 at the ends of a round, 1 in its middle. */
  away: number;
  /** To one side and then to the other: 0, 1, 0, −1, 0. */
  swing: number;
  /** Round and round: 0 … 1, eased. */
  turn: number;
}

export type Phase = EnterExitPhase | LoopPhase;

/** Animations with a curve of their own, which an easing would bend: they pass evenly unless one is written. */
const OWN_CURVE: ReadonlySet<AnimationType> = new Set(['pop', 'bounce', 'drop', 'typewriter', 'shake', 'ken_burns']);

/** Quotients of whole frames are not exact; nothing of a billionth of an animation can be seen. */
const TOLERANCE = 1e-9;

/** @param progress 0 and less: not yet there; 1 and more: settled, and then there is no phase */
export function enterPhase(animation: ResolvedAnimation, progress: number): EnterExitPhase | undefined {
  if (progress >= 1 - TOLERANCE) return undefined;
  return { side: 'enter', animation, presence: enterExitEasing(animation)(progress) };
}

/** @param progress 0 and less: still settled, and then there is no phase; 1 and more: gone */
export function exitPhase(animation: ResolvedAnimation, progress: number): EnterExitPhase | undefined {
  if (progress <= TOLERANCE) return undefined;
  return { side: 'exit', animation, presence: 1 - enterExitEasing(animation)(progress) };
}

/** @param elapsed rounds since the loop began; negative before, when it rests */
export function loopPhase(animation: ResolvedAnimation, elapsed: number): LoopPhase {
  const rounds = Math.min(Math.max(0, elapsed), Number.MAX_SAFE_INTEGER); // of an infinitely short round there is no share
  const share = rounds - Math.floor(rounds);
  return { side: 'loop', animation, rounds, ...waves(animation, share) };
}

/** Without an easing the waves are sines, which never jerk; a written one shapes the way there, and back. */
function waves({ easing }: ResolvedAnimation, share: number): Pick<LoopPhase, 'away' | 'swing' | 'turn'> {
  if (easing === undefined) {
    const angle = 2 * Math.PI * share;
    return { away: (1 - Math.cos(angle)) / 2, swing: Math.sin(angle), turn: share };
  }
  const ease = easingOf(easing);
  const thereAndBack = (half: number): number => ease(half < 0.5 ? 2 * half : 2 - 2 * half);
  const swing = share < 0.5 ? thereAndBack(2 * share) : -thereAndBack(2 * share - 1);
  return { away: thereAndBack(share), swing, turn: ease(share) };
}

function enterExitEasing({ type, easing }: ResolvedAnimation): (progress: number) => number {
  return easingOf(easing ?? (OWN_CURVE.has(type) ? 'linear' : DEFAULT_EASING));
}
