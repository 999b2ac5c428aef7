import { ASSUMED_S } from '#libs/document';
import { MAX_CUES } from '../layers/caption-layer.js';
import { fieldName } from '../fault-list.js';
import { type Located, numberOr, objectsIn } from '../located.js';
import { own } from '../shape/json.js';
import type { FileLengths, TimedKind } from './file-lengths.js';
import { readingS, wordsIn } from './reading-time.js';

/**
 * Seconds that the file or the cues of a layer play, after trim and speed; undefined for a layer that shows neither. A
 * file that repeats plays one round.
 */
export function playingS(layer: Located, lengths: FileLengths): number | undefined {
  switch (own(layer.value, 'type')) {
    case 'video':
      return footageS(layer, lengths);
    case 'lottie':
      return (fileS(layer, 'lottie', lengths) ?? ASSUMED_S) / speedOf(layer);
    case 'caption':
      if (own(layer.value, 'cues') !== undefined) return lastCueS(layer);
      return fileS(layer, 'caption', lengths) ?? ASSUMED_S;
    default:
      return undefined;
  }
}

/** Seconds that reading the text of a layer takes; undefined for a layer without. */
export function layerReadingS({ value }: Located, wordsPerMinute: number): number | undefined {
  const text = own(value, 'type') === 'text' ? own(value, 'text') : undefined;
  return typeof text === 'string' ? readingS(wordsIn(text), wordsPerMinute) : undefined;
}

/** Whether the file of a layer repeats, so that it has no end. */
export function repeats({ value }: Located): boolean {
  return own(value, 'loop') === true;
}

function footageS(layer: Located, lengths: FileLengths): number {
  const from = numberOr(own(layer.value, 'trim_start'), 0);
  const to = Math.min(numberOr(own(layer.value, 'trim_end'), Infinity), fileS(layer, 'video', lengths) ?? Infinity);
  return to === Infinity ? ASSUMED_S : Math.max(0, to - from) / speedOf(layer);
}

function speedOf({ value }: Located): number {
  return numberOr(own(value, 'speed'), 1) || 1;
}

function fileS({ value, path }: Located, kind: TimedKind, lengths: FileLengths): number | undefined {
  const url = own(value, 'source_url');
  return typeof url === 'string' ? lengths.of({ kind, url, field: fieldName([...path, 'source_url']) }) : 0;
}

function lastCueS({ value, path }: Located): number {
  const cues = objectsIn(own(value, 'cues'), [...path, 'cues'], MAX_CUES);
  return cues.reduce((last, cue) => Math.max(last, numberOr(own(cue.value, 'end'), 0)), 0);
}
