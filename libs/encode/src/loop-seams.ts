import { decodeSound } from './decode-sound.js';
import type { ResolvedSound } from './encode-plan.js';
import { type MixWork, type PlacedSound, placeSound } from './placed-sound.js';
import { partOfSource } from './source-filters.js';

/** Bytes of two frames, stereo floats. */
const TWO_FRAMES = 16;
/** A step above −40 dB of full scale between two rounds is audible. */
const AUDIBLE_STEP = 0.01;

/**
 * The sounds of a mix in which loops are marked whose end does not continue in their start. A loop without a seam is repeated
 * as it is, because a fade would be audible in it.
 *
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function withLoopSeams(sounds: readonly ResolvedSound[], work: MixWork): Promise<ResolvedSound[]> {
  const examined: ResolvedSound[] = [];
  for (const sound of sounds) {
    const placed = sound.loop ? placeSound(sound, work) : null;
    if (!placed || placed.length <= placed.round) examined.push(sound);
    else examined.push({ ...sound, hasSeam: await hasSeam(placed, work) });
  }
  return examined;
}

async function hasSeam({ sound, from, to, round }: PlacedSound, { ffmpeg, signal }: MixWork): Promise<boolean> {
  // A round that is cut, padded or stretched does not end as its source does.
  if (sound.stretched !== undefined || round !== to - from) return true;
  const source = { file: sound.file, filters: partOfSource(sound, from, to), ffmpeg, signal };
  return decodeSound(source, async (samples) => {
    let [head, tail] = [Buffer.alloc(0), Buffer.alloc(0)];
    for await (const chunk of samples) {
      if (head.length < TWO_FRAMES) head = Buffer.concat([head, chunk]).subarray(0, TWO_FRAMES);
      tail = Buffer.concat([tail, chunk]).subarray(-TWO_FRAMES);
    }
    if (head.length < TWO_FRAMES) return true;
    return [0, 4].some((side) => Math.abs(stepTo(head, tail, side)) > AUDIBLE_STEP);
  });
}

/** How far the first sample is from the line through the last two. */
function stepTo(head: Buffer, tail: Buffer, side: number): number {
  return head.readFloatLE(side) - (2 * tail.readFloatLE(8 + side) - tail.readFloatLE(side));
}
