import { animationShrink, DEFAULT_ANIMATION_S, LAYER_FACTS } from '#libs/document';
import { type AnimationType, kindOf, type ResolvedAnimation, type ResolvedLayer } from '#libs/template';
import type { PieceKind } from './pieces.js';

/** Time span of an animation, in seconds. */
export interface Span {
  /** The animation, with a type that has an effect on the layer. */
  animation: ResolvedAnimation;
  /** Pieces of text that move one after the other: lines, words or letters. Absent: the layer moves as a whole. */
  by?: PieceKind;
  /** Seconds since the start of the layer. 0 for an exit, which ends with the layer. */
  delayS: number;
  /** Seconds of one piece, or of the whole layer. */
  durationS: number;
  /** Seconds available for staggers. */
  roomS: number;
}

/** The three animations of a layer. */
export interface Schedule {
  enter?: Span;
  exit?: Span;
  loop?: Span;
}

/** Cache: a schedule is a function of the layer and its duration. */
const known = new WeakMap<ResolvedLayer, { lifeS: number; schedule: Schedule }>();

/**
 * The time spans of the animations of a layer that lasts `lifeS` seconds. The enter animation starts with the layer,
 * the exit ends with it. If both do not fit, they shrink in proportion, staggers first.
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
  const shrink = animationShrink(wantedS, lifeS);
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
  const by = LAYER_FACTS[layer.type].splits ? splitOf(animation) : undefined;
  // A looping camera needs one round for the whole duration of the layer.
  const isCamera = animation.type === 'ken_burns' && written === layer.loopAnimation;
  return {
    animation,
    ...(by && { by }),
    delayS: animation.delay,
    durationS: animation.duration ?? (isCamera ? Math.max(lifeS, Number.EPSILON) : DEFAULT_ANIMATION_S),
    roomS: Infinity,
  };
}

/** A typewriter splits by letter unless the document has another split. Numbers count as a whole. */
function splitOf({ type, split }: ResolvedAnimation): PieceKind | undefined {
  if (type === 'count') return undefined;
  if (split !== 'none') return split;
  return type === 'typewriter' ? 'letter' : undefined;
}

/** Replaces an animation that has no effect on the layer by the nearest one that has. */
function meaningfulType(type: AnimationType, layer: ResolvedLayer): AnimationType {
  const { animations } = kindOf(layer);
  return type === 'typewriter' || type === 'draw' || type === 'count' ? animations[type] : type;
}
