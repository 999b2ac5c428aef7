import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const SOUND_RATE_HZ = 48_000;
/** Frames on each side of a click's middle: it lasts 1 ms. */
const HALF_CLICK = 24;

/** Sound of both sides at a time, seconds. Between −1 and 1. */
export type Waveform = (timeS: number) => number;

/** Writes a file whose name decides the container; `options` are ffmpeg's for the output, or further inputs. */
export async function writeSound(
  file: string,
  { wave, durationS, options = [] }: { wave: Waveform; durationS: number; options?: readonly string[] },
): Promise<void> {
  const samples = Float32Array.from({ length: Math.round(durationS * SOUND_RATE_HZ) }, (_, n) =>
    wave(n / SOUND_RATE_HZ),
  );
  const raw = `${file}.f32`;
  await writeFile(raw, samples);
  try {
    const input = ['-f', 'f32le', '-ar', `${SOUND_RATE_HZ}`, '-ac', '1', '-i', raw];
    await run('ffmpeg', ['-v', 'error', '-y', ...input, ...options, file]);
  } finally {
    await rm(raw, { force: true });
  }
}

/** Clicks of 1 ms, each with its peak at one of `timesS`. */
export function clicks(timesS: readonly number[], peak = 0.8): Waveform {
  return (timeS) => {
    const nearest = timesS.find((clickS) => Math.abs(timeS - clickS) * SOUND_RATE_HZ < HALF_CLICK);
    if (nearest === undefined) return 0;
    const frames = (timeS - nearest) * SOUND_RATE_HZ;
    const envelope = Math.cos((Math.PI * frames) / (2 * HALF_CLICK)) ** 2;
    return peak * envelope * Math.cos((2 * Math.PI * 4_000 * frames) / SOUND_RATE_HZ);
  };
}

/** Decodes the left side of a file. */
export async function readSound(file: string): Promise<Float32Array> {
  const args = ['-v', 'error', '-i', file, '-map', '0:a', '-af', 'pan=mono|c0=c0', '-ar', `${SOUND_RATE_HZ}`];
  const { stdout } = await run('ffmpeg', [...args, '-f', 'f32le', '-'], { encoding: 'buffer', maxBuffer: 1e9 });
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + (stdout.length & ~3)));
}

/** Loudness of a file by EBU R128. */
interface MeasuredLoudness {
  /** Integrated, LUFS; −70 for silence. */
  loudnessLufs: number;
  /** dB of full scale; −Infinity for silence. */
  truePeakDb: number;
}

/** Measures the loudness of a file with ffmpeg's `ebur128`. */
export async function measureLoudness(file: string): Promise<MeasuredLoudness> {
  const args = [
    '-nostdin',
    '-hide_banner',
    '-nostats',
    '-i',
    file,
    '-vn',
    '-af',
    'ebur128=peak=true',
    '-f',
    'null',
    '-',
  ];
  const { stderr } = await run('ffmpeg', args, { maxBuffer: 1e9 });
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const number = (pattern: RegExp): number => Number(pattern.exec(summary)![1]!.replace('inf', 'Infinity'));
  return { loudnessLufs: number(/I:\s+(\S+) LUFS/), truePeakDb: number(/Peak:\s+(\S+) dBFS/) };
}

/** Seconds of the clicks in a sound: peaks at least half as steep as the steepest one, 15 ms apart or more. */
export function clickTimes(samples: Float32Array): number[] {
  const steepness = Float32Array.from(samples, (value, n) =>
    n < 2 ? 0 : Math.abs(value - 2 * samples[n - 1]! + samples[n - 2]!),
  );
  const steepest = steepness.reduce((most, value) => Math.max(most, value), 0);
  const found: { at: number; value: number }[] = [];
  steepness.forEach((value, n) => {
    if (value < steepest / 2) return;
    const last = found.at(-1);
    if (!last || n - last.at > 0.015 * SOUND_RATE_HZ) found.push({ at: n, value });
    else if (value > last.value) Object.assign(last, { at: n, value });
  });
  // The second difference is steepest one frame after the peak.
  return found.map(({ at }) => (at - 1) / SOUND_RATE_HZ);
}

/** Level of one frequency in seconds `[fromS, toS)`, in dB of a sine of full scale. */
export function toneDb(samples: Float32Array, hz: number, [fromS, toS]: readonly [number, number]): number {
  const part = samples.subarray(Math.round(fromS * SOUND_RATE_HZ), Math.round(toS * SOUND_RATE_HZ));
  let [cosine, sine] = [0, 0];
  part.forEach((value, n) => {
    const weight = 1 - Math.cos((2 * Math.PI * n) / part.length);
    cosine += weight * value * Math.cos((2 * Math.PI * hz * n) / SOUND_RATE_HZ);
    sine += weight * value * Math.sin((2 * Math.PI * hz * n) / SOUND_RATE_HZ);
  });
  return 20 * Math.log10((2 * Math.hypot(cosine, sine)) / part.length);
}
