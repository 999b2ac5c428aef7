import { footageFrames, volumeAt } from '#libs/timeline';
import { SAMPLE_RATE_HZ, type ResolvedSound } from './encode-plan.js';
import { duckingExpression, type Interval } from './ducking.js';
import { gainExpression } from './gain-expression.js';

/** The inputs of the mix from number 1 on, local files, and a filter graph that ends in `[mix]`. */
export interface SoundGraph {
  files: readonly string[];
  filter: string;
}

/** A sound that ends before its source is faded out over at least this, or over half its length. */
const CUT_FADE_S = 0.25;
/** A sound that starts in the middle of its source is faded in over at least this, to avoid a click. */
const TRIM_FADE_S = 0.01;
/** Samples between two values of a changing gain: 5 ms, so that no steps are audible. */
const GAIN_BLOCK = 256;
/** Lines that approximate all changing volumes of a video: about 80 of the 128 kB that one argument may have. */
const MAX_GAIN_LINES = 1200;
/** −1 dBFS: AAC and Opus overshoot their input by less than that. */
const PEAK = 0.891;

/**
 * One mix of all sounds, stereo at 48 kHz, exactly `sampleCount` samples long. Each sound is trimmed, looped, faded, set to its
 * volume and placed at its frame; beds are ducked under page sounds; a limiter with look-ahead prevents clipping. The graph
 * contains numbers only. Without sounds it is silence without input files.
 */
export function soundGraph(sounds: readonly ResolvedSound[], fps: number, sampleCount: number): SoundGraph {
  const placed = sounds.map((sound) => place(sound, fps, sampleCount)).filter((sound) => sound !== null);
  const end = `atrim=end_sample=${sampleCount}[mix]`;
  if (placed.length === 0) return { files: [], filter: `anullsrc=r=${SAMPLE_RATE_HZ}:cl=stereo,${end}` };
  const ducking = duckingExpression(placed.filter(({ sound }) => sound.role === 'page').map(intervalOf));
  const moving = placed.filter(({ sound }) => sound.volumeKeyframes).length;
  const gains = { ducking, fps, maxLines: Math.max(2, Math.floor(MAX_GAIN_LINES / moving)) };
  const chains = placed.map((sound, index) => `[${index + 1}:a:0]${chain(sound, gains).join(',')}[s${index}]`);
  const inputs = placed.map((_, index) => `[s${index}]`).join('');
  const sum = [
    `${inputs}amix=inputs=${placed.length}:normalize=0:dropout_transition=0`,
    `alimiter=limit=${PEAK}:attack=5:release=50:level=0:latency=1`,
    `apad=whole_len=${sampleCount}`,
    end,
  ];
  return { files: placed.map(({ sound }) => sound.file), filter: [...chains, sum.join(',')].join(';') };
}

/** A sound with its place in the mix, `[start, start + length)`, in samples. */
interface PlacedSound {
  sound: ResolvedSound;
  start: number;
  length: number;
  /** The part of the source that is played once or repeatedly, `[from, to)`, in samples at 48 kHz. */
  from: number;
  to: number;
  /** Samples of the mix from one round of a looping source to the next; 0 if it plays once. */
  round: number;
  fadeIn: number;
  fadeOut: number;
}

function place(sound: ResolvedSound, fps: number, sampleCount: number): PlacedSound | null {
  const start = Math.round((sound.fromFrame * SAMPLE_RATE_HZ) / fps);
  const end = Math.min(sampleCount, Math.round((sound.toFrame * SAMPLE_RATE_HZ) / fps));
  const from = samples(sound.trimStartS);
  const sourceEnd = samples(sound.sourceDurationS);
  const to = Math.min(sourceEnd, samples(sound.trimEndS ?? Infinity));
  const playing = Math.round((to - from) / (sound.speed ?? 1));
  const length = sound.loop ? end - start : Math.min(end - start, playing);
  if (length <= 0 || playing <= 0 || (sound.volume <= 0 && !sound.volumeKeyframes)) return null;
  const round = sound.loop ? roundOf(sound, playing, fps) : 0;
  const isCut = sound.loop || length < playing || to < sourceEnd;
  return { sound, start, length, from, to, round, ...fades(sound, length, isCut) };
}

/** The sound of looping footage repeats with its pictures, independent of its own length. */
function roundOf(sound: ResolvedSound, playing: number, fps: number): number {
  if (!sound.isOfFootage) return playing;
  const frames = footageFrames(sound, sound.pictureDurationS ?? null, fps);
  return frames === Infinity ? playing : (frames * SAMPLE_RATE_HZ) / fps;
}

function fades(sound: ResolvedSound, length: number, isCut: boolean): { fadeIn: number; fadeOut: number } {
  const fadeIn = Math.max(samples(sound.fadeInS), sound.trimStartS > 0 ? samples(TRIM_FADE_S) : 0);
  const fadeOut = Math.max(samples(sound.fadeOutS), isCut ? Math.min(samples(CUT_FADE_S), Math.floor(length / 2)) : 0);
  const shrink = Math.min(1, length / Math.max(1, fadeIn + fadeOut));
  return { fadeIn: Math.floor(fadeIn * shrink), fadeOut: Math.floor(fadeOut * shrink) };
}

/** How volumes change over time. */
interface Gains {
  /** Gain of beds, an expression in the mix's time. */
  ducking: string | null;
  fps: number;
  /** Lines that the volume of one sound may have. */
  maxLines: number;
}

function chain(placed: PlacedSound, gains: Gains): string[] {
  const { sound, start, length, from, to, round, fadeIn, fadeOut } = placed;
  const { volume, speed = 1 } = sound;
  return [
    ...normalized(sound),
    ...(from > 0 ? [`atrim=start_sample=${from}`, 'asetpts=N/SR/TB'] : []),
    ...(sound.loop || speed !== 1 ? [`atrim=end_sample=${to - from}`] : []),
    ...tempo(speed),
    ...(sound.loop && sound.isOfFootage ? [`apad=whole_len=${round}`, `atrim=end_sample=${round}`] : []),
    // aloop keeps one round in memory: at most the length of the video, 230 MB for 600 s.
    ...(sound.loop ? [`aloop=loop=-1:size=${Math.min(round, length)}`] : []),
    `atrim=end_sample=${length}`,
    ...(fadeIn > 0 ? [`afade=t=in:ss=0:ns=${fadeIn}`] : []),
    ...(fadeOut > 0 ? [`afade=t=out:ss=${length - fadeOut}:ns=${fadeOut}`] : []),
    ...(volume === 1 || sound.volumeKeyframes ? [] : [`volume=${volume.toFixed(6)}`]),
    ...(sound.volumeKeyframes ? movingVolume(keyframedGain(placed, gains)) : []),
    ...(start > 0 ? [`adelay=delays=${start}S:all=1`] : []),
    ...(sound.role === 'bed' && gains.ducking ? movingVolume(gains.ducking) : []),
  ];
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

/** Changes the speed and keeps the pitch, in factors of at most 2: beyond that atempo drops samples instead of blending them. */
function tempo(speed: number): string[] {
  const steps = Math.ceil(Math.abs(Math.log2(speed)));
  return Array.from({ length: steps }, () => `atempo=${(speed ** (1 / steps)).toFixed(9)}`);
}

/**
 * Converts a source to float stereo at 48 kHz beginning at time 0. One channel is copied to both sides (ffmpeg's up-mix would
 * attenuate it by 3 dB). The sound of footage keeps its offset to the picture; other files begin with their first sample.
 */
function normalized(sound: ResolvedSound): string[] {
  const toStereo = sound.sourceChannels === 1 ? ['pan=stereo|c0=c0|c1=c0'] : [];
  const resample = sound.hasPicture ? `aresample=${SAMPLE_RATE_HZ}:async=1:first_pts=0` : `aresample=${SAMPLE_RATE_HZ}`;
  return [...toStereo, resample, 'aformat=sample_fmts=fltp:channel_layouts=stereo', 'asetpts=N/SR/TB'];
}

function intervalOf({ start, length }: PlacedSound): Interval {
  return { fromS: start / SAMPLE_RATE_HZ, toS: (start + length) / SAMPLE_RATE_HZ };
}

function samples(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE_HZ);
}
