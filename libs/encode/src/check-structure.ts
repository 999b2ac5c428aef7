import { differences, type ExpectedOutput, type OutputCheck } from './check-output.js';
import { type Mp4Index, readMp4 } from './mp4/read-mp4.js';

/** Greatest distance of a picture from its time, seconds: the error of computing with floating point. */
const EXACT_S = 1e-6;

/**
 * Compares an mp4 that `encodeVideo` wrote with its specification, without decoding it: streams, codecs, size, colors and
 * durations; the time of every picture; and that the index names each byte of the data once.
 *
 * @throws the file system's error
 */
export async function checkStructure(file: string, expected: ExpectedOutput): Promise<OutputCheck> {
  try {
    const index = await readMp4(file);
    const faults = [...differences(index.info, expected), ...timeFaults(index, expected), ...placeFaults(index)];
    return faults.length === 0 ? { ok: true, info: index.info } : { ok: false, faults };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, faults: [error.message] };
    throw error;
  }
}

function timeFaults({ shownAtS }: Mp4Index, { fps }: ExpectedOutput): string[] {
  const times = shownAtS.toSorted((a, b) => a - b);
  const frame = times.findIndex((timeS, index) => !(Math.abs(timeS - index / fps) < EXACT_S));
  return frame < 0 ? [] : [`frame ${frame} is shown at ${times[frame]} s`];
}

/** Samples lie side by side, from the first byte of the data to the last. */
function placeFaults({ samples, data }: Mp4Index): string[] {
  let at = data.from;
  for (const { from, to } of samples.toSorted((a, b) => a.from - b.from)) {
    if (from !== at) return [`byte ${at} belongs to no sample, or to two`];
    at = to;
  }
  return at === data.to ? [] : [`byte ${at} belongs to no sample`];
}
