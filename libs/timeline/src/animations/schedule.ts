import { type AnimationType, kindOf, type ResolvedAnimation, type ResolvedLayer } from '#libs/template';
import type { PieceKind } from './pieces.js';

const DEFAULT_ANIMATION_S = 0.5;

/** When an animation runs, in seconds. */
export interface Span {
  /** Its type one that means something to the layer. */
  animation: ResolvedAnimation;
  /** What of a text moves on its own; absent: the layer as a whole. */
  by?: PieceKind;
  /** From the layer's start. Of an exit 0: it ends with the layer. */
  delayS: number;
  /** Of one piece, or of the whole. */
  durationS: number;
  /** Left over for staggers. */
  roomS: number;
}

/** The three animations a layer may have. */
export interface Schedule {
  enter?: Span;
  exit?: Span;
  loop?: Span;
}

/** Schedules do not change: they are a function of layer and life. */
const known = new WeakMap<ResolvedLayer, { lifeS: number; schedule: Schedule }>();

/**
 * When the animations of a layer run that lives for `lifeS` seconds. The entrance begins with the layer and the exit ends with
 * it; where both do not fit they shrink in proportion, their staggers first.
 */
export function scheduleOf(layer: ResolvedLayer, lifeS: number): Schedule {
  const before = known.get(layer);
  if (before?.lifeS === lifeS) return before.schedule;
  const schedule = makeSchedule(layer, lifeS);
  known.set(layer, { lifeS, schedule });
  return schedule;
}

function makeSchedule(layer: ResolvedLayer, lifeS: number): Schedule {
  const enter = layer.enter && spanOf(layer.enter, layer, lifeS);
  const exit = layer.exit && spanOf(layer.exit, layer, lifeS);
  const loop = layer.loopAnimation && spanOf(layer.loopAnimation, layer, lifeS);
  const wantedS = [enter, exit].reduce((sum, span) => sum + (span ? span.delayS + span.durationS : 0), 0);
  const shrink = wantedS > lifeS ? lifeS / wantedS : 1;
  const staggered = [enter, exit].filter((span) => span?.by !== undefined).length;
  const roomS = staggered === 0 ? 0 : Math.max(0, lifeS - wantedS) / staggered;
  const fitted = (span: Span): Span => ({
    ...span,
    delayS: span.delayS * shrink,
    durationS: span.durationS * shrink,
    roomS: span.by === undefined ? 0 : roomS,
  });
  return {
    ...(enter && { enter: fitted(enter) }),
    ...(exit && { exit: { ...fitted(exit), delayS: 0 } }),
    ...(loop && { loop }),
  };
}

function spanOf(written: ResolvedAnimation, layer: ResolvedLayer, lifeS: number): Span {
  const animation = Object.assign({}, written, { type: meaningfulType(written.type, layer) });
  const by = kindOf(layer).splits ? splitOf(animation) : undefined;
  // A camera that moves over a picture does so for as long as there is one.
  const isCamera = animation.type === 'ken_burns' && written === layer.loopAnimation;
  return {
    animation,
    ...(by && { by }),
    delayS: animation.delay,
    durationS: animation.duration ?? (isCamera ? Math.max(lifeS, Number.EPSILON) : DEFAULT_ANIMATION_S),
    roomS: Infinity,
  };
}

/** A typewriter writes letters unless it is told otherwise; numbers count as a whole. */
function splitOf({ type, split }: ResolvedAnimation): PieceKind | undefined {
  if (type === 'count') return undefined;
  if (split !== 'none') return split;
  return type === 'typewriter' ? 'letter' : undefined;
}

/** Some animations need something to work on: a layer without it takes the one that comes nearest. */
function meaningfulType(type: AnimationType, layer: ResolvedLayer): AnimationType {
  const { animations } = kindOf(layer);
  return Object.hasOwn(animations, type) ? animations[type as keyof typeof animations] : type;
}
