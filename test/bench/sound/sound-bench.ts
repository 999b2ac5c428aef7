import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeVideo, type ResolvedSound } from '#libs/encode';
import {
  clicks,
  clickTimes,
  measureLoudness,
  readSound,
  SOUND_RATE_HZ,
  type Waveform,
  writeSound,
} from '#libs/testing';
import { LOUDNESS_LUFS } from '#libs/template';
import { chosen } from '../render/chosen.ts';
import { FPS, mixesOfLevels, soundOf } from './mixes-of-levels.ts';

const SIDE = 16;
const SPEEDS = [0.1, 0.25, 0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 4, 10];
/** No two intervals are equal. */
const CLICKS_S = [0.31, 0.9, 1.62, 2.45, 3.4, 4.13, 4.77];
const CLICK_SOURCE_S = 5;
const TONE_HZ = 100;
/** Most by which the tone rises from one sample to the next. */
const TONE_STEP = 0.5 * 2 * Math.sin((Math.PI * TONE_HZ) / SOUND_RATE_HZ);
/** A tone that begins and ends loud, so that every cut without a fade is a step. */
const tone: Waveform = (timeS) => 0.5 * Math.cos(2 * Math.PI * TONE_HZ * timeS);

/** Parts of the bench, by the words that choose them. */
const PARTS = { clicks: clicksBySpeed, steps, levels };

/**
 * Measures in finished mp4 files the times of clicks by speed, steps at cuts, and loudness and true peaks of mixes.
 *
 * Options: words choose the parts.
 */
export async function soundBench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  try {
    for (const part of chosen(Object.keys(PARTS) as (keyof typeof PARTS)[], options)) await PARTS[part](folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function clicksBySpeed(folder: string): Promise<void> {
  const click = clicks(CLICKS_S);
  const source = await sourceOf(folder, 'clicks', (timeS) => click(timeS) + 0.1 * tone(timeS), CLICK_SOURCE_S);
  print('| speed | clicks played (7) | earliest, ms | latest, ms |\n| --- | --- | --- | --- |');
  for (const speed of SPEEDS) {
    const found = clickTimes(await readSound(await mixed(folder, [{ ...source, speed }], CLICK_SOURCE_S / speed)));
    const errorsMs = found.map((timeS) => {
      const errors = CLICKS_S.map((clickS) => (timeS - clickS / speed) * 1_000);
      return errors.reduce((least, error) => (Math.abs(error) < Math.abs(least) ? error : least));
    });
    const [earliest, latest] = [Math.min(...errorsMs), Math.max(...errorsMs)];
    print(`| ${speed} | ${found.length} | ${earliest.toFixed(2)} | ${latest.toFixed(2)} |`);
  }
}

async function steps(folder: string): Promise<void> {
  const long = await sourceOf(folder, 'long', tone, 12);
  // Not a whole number of periods, so that the end does not fit the start.
  const short = await sourceOf(folder, 'short', tone, 1.0037);
  const footage = { isOfFootage: true, hasPicture: true, pictureDurationS: 1.0037 } as const;
  const rows: Record<string, ResolvedSound[]> = {
    'starts in the middle of its source': [{ ...long, trimStartS: 1.0021, fromFrame: 24 }],
    'starts with its page': [{ ...long, role: 'page', fromFrame: 24 }],
    'cut at the end of its page': [{ ...long, role: 'page', toFrame: 51 }],
    'ends where it is trimmed': [{ ...long, trimEndS: 3.0021 }],
    'cut at the end of the video': [long],
    'two pages in a row': [
      { ...long, role: 'page', toFrame: 51 },
      { ...long, role: 'page', fromFrame: 51, trimStartS: 1.0021 },
    ],
    'music that loops': [{ ...short, loop: true }],
    'footage that loops': [{ ...short, ...footage, loop: true }],
    'footage that loops, at speed 2': [{ ...short, ...footage, speed: 2, loop: true }],
    'footage at speed 0.5': [{ ...long, speed: 0.5 }],
    'footage at speed 2': [{ ...long, speed: 2 }],
  };
  print('\n| mix | largest step |\n| --- | --- |');
  for (const [name, sounds] of Object.entries(rows)) {
    print(`| ${name} | ${largestStep(await readSound(await mixed(folder, sounds, 5)))} |`);
  }
}

/** Loudness and true peak of each mix, as it is and as loud as each target. */
async function levels(folder: string): Promise<void> {
  const targets = [undefined, ...LOUDNESS_LUFS];
  const heads = targets.map((lufs) => `${lufs ?? 'as it is'}: LUFS | dBTP`);
  print(`\n| mix | ${heads.join(' | ')} |\n|${' --- |'.repeat(1 + 2 * targets.length)}`);
  for (const [name, sounds] of Object.entries(await mixesOfLevels(folder))) {
    const cells: string[] = [];
    for (const loudnessLufs of targets) {
      const measured = await measureLoudness(await mixed(folder, sounds, 10, loudnessLufs));
      cells.push(measured.loudnessLufs.toFixed(1), measured.truePeakDb.toFixed(1));
    }
    print(`| ${name} | ${cells.join(' | ')} |`);
  }
}

/** The largest difference between adjacent samples, as a multiple of that of the tone. The first and last 50 ms are left out. */
function largestStep(samples: Float32Array): string {
  const margin = 0.05 * SOUND_RATE_HZ;
  let largest = 0;
  for (let n = margin; n < samples.length - margin; n++) {
    largest = Math.max(largest, Math.abs(samples[n]! - samples[n - 1]!));
  }
  return (largest / TONE_STEP).toFixed(1);
}

async function sourceOf(folder: string, name: string, wave: Waveform, durationS: number): Promise<ResolvedSound> {
  const file = join(folder, `${name}.wav`);
  await writeSound(file, { wave, durationS, options: ['-c:a', 'pcm_f32le'] });
  return soundOf(file, durationS);
}

async function mixed(
  folder: string,
  sounds: readonly ResolvedSound[],
  durationS: number,
  loudnessLufs?: number,
): Promise<string> {
  const output = join(folder, 'mix.mp4');
  const frameCount = Math.ceil(durationS * FPS);
  const size = { width: SIDE, height: SIDE, fps: FPS, frameCount };
  const frame = new Uint8Array((SIDE * SIDE * 3) / 2).fill(128);
  const hooks = { signal: new AbortController().signal, onFrame: () => undefined };
  const job = { ...size, format: 'mp4', encoder: 'software', sounds, loudnessLufs, output } as const;
  await encodeVideo(job, () => Promise.resolve(frame), hooks);
  return output;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
