import { runProcess } from '../child-process.js';
import { loudnessArguments } from '../encode-arguments.js';
import { OUTPUT_LIMITS } from '../input-limits.js';
import { decodeSound } from './decode-sound.js';
import type { SoundGraph } from './sound-graph.js';
import { TRUE_PEAK_RATE_HZ } from './sound-level.js';

interface MeasuringTools {
  ffmpeg: string;
  signal?: AbortSignal | undefined;
}

/** Loudness that ffmpeg states of a sound without any block of 0.4 s above it: EBU R128's absolute gate. */
const GATE_LUFS = -70;

/**
 * Integrated loudness of a mix, LUFS, by EBU R128; null if it is silent, or shorter than a block.
 *
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function loudnessOfMix(mix: SoundGraph, { ffmpeg, signal }: MeasuringTools): Promise<number | null> {
  const { stderr } = await runProcess(ffmpeg, loudnessArguments(mix), signal);
  const loudness = Number(/I:\s+(\S+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Summary:')))?.[1]);
  return loudness > GATE_LUFS ? loudness : null;
}

/** Integrated loudness of an encoded sound. @throws as {@link loudnessOfMix} */
export function loudnessOfFile(file: string, tools: MeasuringTools): Promise<number | null> {
  const inputs = [{ source: file, options: OUTPUT_LIMITS }];
  return loudnessOfMix({ inputs, filter: '[0:a:0]anull[mix]' }, tools);
}

/**
 * True peak of an encoded sound, dB of full scale, as a decoder plays it; −Infinity for silence.
 *
 * @throws as {@link loudnessOfMix}
 */
export async function truePeakDb(file: string, { ffmpeg, signal }: MeasuringTools): Promise<number> {
  const filters = [`aresample=${TRUE_PEAK_RATE_HZ}`, 'aformat=sample_fmts=flt'];
  const peak = await decodeSound({ file, filters, ffmpeg, signal }, highest);
  return 20 * Math.log10(peak);
}

/** The greatest distance of a sample from 0. */
async function highest(samples: AsyncIterable<Buffer>): Promise<number> {
  let [most, rest] = [0, Buffer.alloc(0)];
  for await (const chunk of samples) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 4);
    const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + whole));
    for (const value of values) most = Math.max(most, Math.abs(value));
    rest = bytes.subarray(whole);
  }
  return most;
}
