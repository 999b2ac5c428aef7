import { volumeAt } from '#libs/timeline';
import { SAMPLE_RATE_HZ, type ResolvedSound } from '../encode-plan.js';
import { duckingExpression } from './ducking.js';
import { gainExpression } from './gain-expression.js';
import type { Interval } from './intervals.js';
import { SOURCE_LIMITS } from '../input-limits.js';
import { REPEATED } from './loop-rounds.js';
import { type PlacedSound, placeSounds } from './placed-sound.js';
import { TRUE_PEAK_RATE_HZ, type SoundLevel } from './sound-level.js';
import { partOfSource, STEREO } from './source-filters.js';

/** The inputs of the mix and a filter graph that ends in `[mix]`. */
export interface SoundGraph {
  /** Local files with the options to read them. */
  inputs: readonly { source: string; options: readonly string[] }[];
  filter: string;
}

export interface SoundGraphOptions {
  fps: number;
  sampleCount: number;
  level: SoundLevel;
}

/** Samples between two values of a changing gain: 5 ms, so that no steps are audible. */
const GAIN_BLOCK = 256;
/** Lines that approximate all changing volumes of a video: about 80 of the 128 kB that one argument may have. */
const MAX_GAIN_LINES = 1200;
/**
 * Milliseconds. The limiter looks ahead for half a period of 25 Hz, so that it follows the envelope of a bass, not its wave:
 * with 5 ms, 55 Hz had 1.5 % of distortion.
 */
const LIMITER = 'attack=20:release=100';

/**
 * One mix of all sounds, stereo at 48 kHz, exactly `sampleCount` samples long. Each sound is trimmed, looped, faded, set to its
 * volume and placed at its frame; sounds of pages fade into each other; beds are ducked under page sounds and footage; the mix
 * has the gain of `level`, and a limiter with look-ahead keeps its true peaks below the ceiling. The graph contains numbers
 * only. Without sounds it is silence without input files.
 */
export function soundGraph(
  sounds: readonly ResolvedSound[],
  { fps, sampleCount, level }: SoundGraphOptions,
): SoundGraph {
  const placed = placeSounds(sounds, { fps, sampleCount });
  const end = `atrim=end_sample=${sampleCount}[mix]`;
  if (placed.length === 0) return { inputs: [], filter: `anullsrc=r=${SAMPLE_RATE_HZ}:cl=stereo,${end}` };
  const ducking = duckingExpression(placed.flatMap(loudIntervals));
  const moving = placed.filter(({ sound }) => sound.volumeKeyframes).length;
  const gains = { ducking, fps, maxLines: Math.max(2, Math.floor(MAX_GAIN_LINES / moving)) };
  const chains = placed.map((sound, index) => `[${index}:a:0]${chain(sound, gains).join(',')}[s${index}]`);
  const chained = placed.map((_, index) => `[s${index}]`).join('');
  const sum = [
    `${chained}amix=inputs=${placed.length}:normalize=0:dropout_transition=0`,
    // First: ffmpeg resamples a stream without any samples forever.
    `apad=whole_len=${sampleCount}`,
    ...leveling(level),
    end,
  ];
  return { inputs: placed.map(({ sound }) => inputOf(sound)), filter: [...chains, sum.join(',')].join(';') };
}

function leveling({ gainDb, ceilingDb }: SoundLevel): string[] {
  return [
    ...(gainDb === 0 ? [] : [`volume=${gainDb.toFixed(3)}dB`]),
    `aresample=${TRUE_PEAK_RATE_HZ}`,
    `alimiter=limit=${(10 ** (ceilingDb / 20)).toFixed(6)}:${LIMITER}:level=0:latency=1`,
    `aresample=${SAMPLE_RATE_HZ}`,
  ];
}

function inputOf({ file, stretched, roundFile }: ResolvedSound): SoundGraph['inputs'][number] {
  if (roundFile !== undefined) return { source: roundFile, options: REPEATED };
  return { source: stretched ?? file, options: SOURCE_LIMITS };
}

/** Limits and expressions of volumes that change over time. */
interface Gains {
  /** Gain of beds, an expression in the mix's time. */
  ducking: string | null;
  fps: number;
  /** Lines that the volume of one sound may have. */
  maxLines: number;
}

function chain(placed: PlacedSound, gains: Gains): string[] {
  const { sound, start, length, from, to, fadeIn, fadeOut } = placed;
  const { volume } = sound;
  const isOurFile = sound.stretched !== undefined || sound.roundFile !== undefined;
  return [
    ...(isOurFile ? [STEREO] : partOfSource(sound, from, sound.loop ? to : undefined)),
    `atrim=end_sample=${length}`,
    ...fade('in', 0, fadeIn),
    ...fade('out', length - fadeOut.samples, fadeOut),
    ...(volume === 1 || sound.volumeKeyframes ? [] : [`volume=${volume.toFixed(6)}`]),
    ...(sound.volumeKeyframes ? movingVolume(keyframedGain(placed, gains)) : []),
    ...(start > 0 ? [`adelay=delays=${start}S:all=1`] : []),
    ...(sound.role === 'bed' && gains.ducking ? movingVolume(gains.ducking) : []),
  ];
}

function fade(direction: 'in' | 'out', from: number, { samples, curve }: PlacedSound['fadeIn']): string[] {
  if (samples === 0) return [];
  return [`afade=t=${direction}:ss=${from}:ns=${samples}${curve === 'equal power' ? ':curve=qsin' : ''}`];
}

function movingVolume(expression: string): string[] {
  return [`asetnsamples=n=${GAIN_BLOCK}:p=0`, `volume='${expression}':eval=frame`];
}

/** A volume that equals the keyframed value at every frame. */
function keyframedGain({ sound, length }: PlacedSound, { fps, maxLines }: Gains): string {
  const frames = Math.ceil((length / SAMPLE_RATE_HZ) * fps);
  const points = Array.from({ length: frames + 1 }, (_, frame) => frame / fps);
  return gainExpression(
    points.map((timeS) => ({ timeS, gain: volumeAt(sound, timeS) })),
    maxLines,
  );
}

/** Intervals in which a sound ducks the beds: that of a page while it plays, that of footage while it is audible. */
function loudIntervals({ sound, start, length }: PlacedSound): readonly Interval[] {
  if (sound.role !== 'page') return sound.audible ?? [];
  return [{ fromS: start / SAMPLE_RATE_HZ, toS: (start + length) / SAMPLE_RATE_HZ }];
}
