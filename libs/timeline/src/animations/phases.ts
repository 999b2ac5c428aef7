import type { ResolvedAnimation, AnimationType } from '#libs/template';
import { DEFAULT_EASING, easingOf } from './easing.js';

/** State of an enter or exit animation at one instant. */
export interface EnterExitPhase {
  side: 'enter' | 'exit';
  animation: ResolvedAnimation;
  /** 0: the layer is gone; 1: it is settled. Eased, so above 1 if the easing overshoots. */
  presence: number;
}

/** State of a loop at one instant. It starts at rest and returns to rest with every round. */
export interface LoopPhase {
  side: 'loop';
  animation: ResolvedAnimation;
  /** Rounds since its start, ≥ 0. */
  rounds: number;
  /** A wave: 0 at the ends of a round, 1 in its middle. */
  away: number;
  /** A wave to both sides: 0, 1, 0, −1, 0. */
  swing: number;
  /** A repeated turn: 0 … 1, eased. */
  turn: number;
}

export type Phase = EnterExitPhase | LoopPhase;

/**
 * Whether an animation has a curve of its own, which an easing would distort. It is linear unless the document has an easing.
 */
const OWN_CURVE: Readonly<Record<AnimationType, boolean>> = {
  fade: false,
  slide: false,
  zoom: false,
  pop: true,
  rotate: false,
  flip: false,
  wipe: false,
  blur: false,
  bounce: true,
  drop: true,
  typewriter: true,
  draw: false,
  count: false,
  ken_burns: true,
  pulse: false,
  float: false,
  shake: true,
  spin: false,
};

/** Tolerance of progress: quotients of whole frames are not exact, and a billionth of an animation is not visible. */
const TOLERANCE = 1e-9;

/** @param progress ≤ 0: not started; ≥ 1: settled, which has no phase */
export function enterPhase(animation: ResolvedAnimation, progress: number): EnterExitPhase | undefined {
  if (progress >= 1 - TOLERANCE) return undefined;
  return { side: 'enter', animation, presence: enterExitEasing(animation)(progress) };
}

/** @param progress ≤ 0: still settled, which has no phase; ≥ 1: gone */
export function exitPhase(animation: ResolvedAnimation, progress: number): EnterExitPhase | undefined {
  if (progress <= TOLERANCE) return undefined;
  return { side: 'exit', animation, presence: 1 - enterExitEasing(animation)(progress) };
}

/** @param elapsed rounds since the start of the loop; at rest while negative */
export function loopPhase(animation: ResolvedAnimation, elapsed: number): LoopPhase {
  const rounds = Math.min(Math.max(0, elapsed), Number.MAX_SAFE_INTEGER); // the share of an infinitely short round is undefined
  const share = rounds - Math.floor(rounds);
  return { side: 'loop', animation, rounds, ...waves(animation, share) };
}

/** Phases of a loop's waves. Without an easing they are sines, which are smooth. An easing shapes both halves. */
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
  return easingOf(easing ?? (OWN_CURVE[type] ? 'linear' : DEFAULT_EASING));
}
