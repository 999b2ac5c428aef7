import { IDENTITY, type Matrix, moved, multiply, turnAbout } from '#libs/document';
import type { Motion } from './motion.js';
import { motionOf, STILL } from './motion-of.js';
import { enterPhase, exitPhase, loopPhase, type Phase } from './phases.js';
import type { AnimationContext } from './animation-context.js';
import { clipRegion } from '../geometry/clip-shape.js';
import type { PieceKind, PieceMotion, PiecePlace, PiecePlaces, Pieces, PieceTrack } from './pieces.js';

/** Default stagger: seconds between the starts of two pieces. */
const DEFAULT_STAGGER_S = 0.05;

/** Standard deviation of a blur that makes a piece unrecognizable, as a fraction of its height. */
const BLUR = 1 / 5;
/** Coarse to fine: a letter moves within its word, a word within its line. */
const ORDER: readonly PieceKind[] = ['line', 'word', 'letter'];
/** Tolerance of times, s: quotients of whole frames are not exact. */
const TOLERANCE_S = 1e-9;

const AT_REST: PieceMotion = { matrix: IDENTITY, opacity: 1, blur: 0, clips: [] };

/**
 * The motion of one piece at the instant that `pieces` describes. A pure function.
 *
 * @param places of the piece, and of every moving coarser piece that contains it
 * @throws RangeError if the place for some track is missing
 */
export function pieceMotion(pieces: Pieces, places: PiecePlaces): PieceMotion {
  const tracks = pieces.tracks.toSorted((a, b) => ORDER.indexOf(a.by) - ORDER.indexOf(b.by));
  return tracks.reduce((sum, track) => {
    const place = places[track.by];
    if (!place) throw new RangeError(`the place of the ${track.by} is needed`);
    const motion = trackMotion(track, place, pieces);
    return {
      matrix: multiply(sum.matrix, matrixOf(motion, place)),
      opacity: sum.opacity * motion.opacity,
      blur: sum.blur + motion.blur,
      clips: [...sum.clips, ...motion.clips.map((clip) => clipRegion(clip, place.box))],
    };
  }, AT_REST);
}

function trackMotion(track: PieceTrack, place: PiecePlace, { parent }: Pieces): Motion {
  if (track.animation.type === 'typewriter') return { ...STILL, opacity: isTyped(track, place) ? 1 : 0 };
  const phase = phaseOf(track, place);
  if (!phase) return STILL;
  const { box, index } = place;
  const context: AnimationContext = {
    bounds: box,
    parent,
    visible: box,
    blurPx: box.height * BLUR,
    seed: index,
  };
  // The edge of the frame is too far for a letter: without a distance, a piece moves by its own height and fades.
  const distance = phase.animation.distance ?? (phase.side === 'loop' ? undefined : box.height);
  const animation = Object.assign({}, phase.animation, distance !== undefined && { distance });
  return motionOf([{ ...phase, animation }], context);
}

function phaseOf(track: PieceTrack, { index, count }: PiecePlace): Phase | undefined {
  const { side, animation, clockS, durationS } = track;
  const stagger = staggerS(track, count);
  switch (side) {
    case 'enter':
      return enterPhase(animation, (clockS - index * stagger) / durationS);
    case 'exit':
      return exitPhase(animation, 1 - (clockS - (count - 1 - index) * stagger) / durationS);
    case 'loop':
      return loopPhase(animation, (clockS - index * stagger) / durationS);
  }
}

/** Stagger in seconds, shortened to the available time. */
function staggerS({ animation, roomS }: PieceTrack, count: number): number {
  return count < 2 ? 0 : Math.min(animation.stagger ?? DEFAULT_STAGGER_S, roomS / (count - 1));
}

/** Letters appear at equal intervals, the last one at the end. They disappear from the last to the first. */
function isTyped(track: PieceTrack, { index, count }: PiecePlace): boolean {
  const { side, animation, clockS, durationS } = track;
  const stepS = typingS(track, count) / count;
  switch (side) {
    case 'enter':
      return clockS >= (index + 1) * stepS - TOLERANCE_S;
    case 'exit':
      return clockS > index * stepS + TOLERANCE_S;
    case 'loop':
      return index < Math.floor((1 - loopPhase(animation, clockS / durationS).away) * count + TOLERANCE_S);
  }
}

/** Seconds in which all letters are typed. */
function typingS({ animation, durationS, roomS }: PieceTrack, count: number): number {
  return animation.stagger === undefined ? durationS : Math.min(animation.stagger * count, durationS + roomS);
}

function matrixOf({ dx, dy, scaleX, scaleY, rotation, camera }: Motion, { box }: PiecePlace): Matrix {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const scale = { x: scaleX * camera.zoom, y: scaleY * camera.zoom };
  const isTurned = scale.x !== 1 || scale.y !== 1 || rotation !== 0;
  return moved(isTurned ? turnAbout(middle, scale, rotation) : IDENTITY, dx, dy);
}

/** Seconds from the start of the first piece to the end of the last, for a text of at most `count` pieces. */
export function mostPieceS(track: PieceTrack, count: number): number {
  if (track.animation.type === 'typewriter') return typingS(track, count);
  return track.durationS + staggerS(track, count) * Math.max(0, count - 1);
}
