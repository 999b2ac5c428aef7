import { LAYER_FACTS, type Size } from '#libs/document';
import type { ResolvedLayer } from '#libs/template';
import { scheduleOf, type Schedule, type Span } from './schedule.js';
import { mostLetters } from './most-letters.js';
import { mostPieceS } from './piece-motion.js';
import type { PieceKind, Pieces, PieceTrack } from './pieces.js';

const COARSE_TO_FINE: readonly PieceKind[] = ['line', 'word', 'letter'];

/**
 * The pieces of a text that may be moving at an instant. Only the painter knows the number of pieces, so the result may
 * include instants at which none moves.
 *
 * @param timeS seconds since the layer's start
 */
export function piecesAt(layer: ResolvedLayer, timeS: number, lifeS: number, parent: Size): Pieces | undefined {
  if (!LAYER_FACTS[layer.type].splits || !('text' in layer)) return undefined;
  const tracks = tracksAt(scheduleOf(layer, lifeS), timeS, { lifeS, layer });
  if (tracks.length === 0) return undefined;
  const by = COARSE_TO_FINE.findLast((kind) => tracks.some((track) => track.by === kind))!;
  return { by, tracks, parent: { width: parent.width, height: parent.height } };
}

function tracksAt(
  { enter, exit, loop }: Schedule,
  timeS: number,
  { lifeS, layer }: { lifeS: number; layer: ResolvedLayer & { text: string } },
): PieceTrack[] {
  const tracks = [
    enter && trackOf('enter', enter, timeS - enter.delayS),
    exit && trackOf('exit', exit, lifeS - timeS),
    loop && trackOf('loop', loop, timeS - loop.delayS),
  ];
  return tracks
    .filter((track) => track !== undefined)
    .filter((track) => track.side === 'loop' || track.clockS < mostPieceS(track, mostLetters(layer)));
}

function trackOf(
  side: PieceTrack['side'],
  { animation, by, durationS, roomS }: Span,
  clockS: number,
): PieceTrack | undefined {
  return by && { by, side, animation, clockS, durationS, roomS };
}
