import { footageFrames } from '#libs/timeline';
import { SAMPLE_RATE_HZ, type ResolvedSound } from '../encode-plan.js';
import { crossFades } from './cross-fades.js';

/** A sound that ends before its source is faded out over at least this, or over half its length. */
const CUT_FADE_S = 0.25;
/** A sound that starts in the middle of its source is faded in over at least this, to avoid a click. */
const TRIM_FADE_S = 0.01;
/** The sound of a page is faded in over at least this: short enough for the first hit of an effect. */
const PAGE_FADE_S = 0.002;

/** A fade at the start or the end of a sound. */
interface Fade {
  samples: number;
  /**
   * The curve of the gain: a straight line, or a quarter of a sine. With sines, two sounds that cross-fade keep their power.
   */
  curve: 'linear' | 'equal power';
}

/** A sound with its place in the mix, `[start, start + length)`, in samples. */
export interface PlacedSound {
  sound: ResolvedSound;
  start: number;
  length: number;
  /** The part of the source that is played once or repeatedly, `[from, to)`, in samples at 48 kHz. */
  from: number;
  to: number;
  /** Samples of the mix that this part lasts, at the speed of the sound. */
  playing: number;
  /** Samples of the mix from one round of a looping source to the next; 0 if it plays once. */
  round: number;
  fadeIn: Fade;
  fadeOut: Fade;
}

/** The video of a mix, and the program that decodes sounds for it. */
export interface MixWork {
  fps: number;
  /** Samples of the whole video, for each channel. */
  sampleCount: number;
  ffmpeg: string;
  signal?: AbortSignal | undefined;
}

/** Places a sound in the video; null for one that is never audible. */
export function placeSound(
  sound: ResolvedSound,
  { fps, sampleCount }: Pick<MixWork, 'fps' | 'sampleCount'>,
): PlacedSound | null {
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
  return { sound, start, length, from, to, playing, round, ...fades(sound, length, isCut) };
}

/** The places of the sounds of a mix that are audible; those of pages fade into each other. */
export function placeSounds(
  sounds: readonly ResolvedSound[],
  work: Pick<MixWork, 'fps' | 'sampleCount'>,
): PlacedSound[] {
  const placed = sounds.map((sound) => placeSound(sound, work)).filter((sound) => sound !== null);
  const crossing = crossFades(placed.map(({ sound: { role }, start, length }) => ({ role, start, length })));
  return placed.map((sound, index) => {
    const fades = crossing[index]!;
    return {
      ...sound,
      ...(fades.in !== undefined && { fadeIn: { samples: fades.in, curve: 'equal power' } }),
      ...(fades.out !== undefined && { fadeOut: { samples: fades.out, curve: 'equal power' } }),
    };
  });
}

/** The sound of looping footage repeats with its pictures, independent of its own length. */
function roundOf(sound: ResolvedSound, playing: number, fps: number): number {
  if (!sound.isOfFootage) return playing;
  const frames = footageFrames(sound, sound.pictureDurationS ?? null, fps);
  return frames === Infinity ? playing : (frames * SAMPLE_RATE_HZ) / fps;
}

function fades(sound: ResolvedSound, length: number, isCut: boolean): Pick<PlacedSound, 'fadeIn' | 'fadeOut'> {
  const fadeIn = Math.max(samples(sound.fadeInS), samples(leastFadeInS(sound)));
  const fadeOut = Math.max(samples(sound.fadeOutS), isCut ? Math.min(samples(CUT_FADE_S), Math.floor(length / 2)) : 0);
  const shrink = Math.min(1, length / Math.max(1, fadeIn + fadeOut));
  return {
    fadeIn: { samples: Math.floor(fadeIn * shrink), curve: 'linear' },
    fadeOut: { samples: Math.floor(fadeOut * shrink), curve: 'linear' },
  };
}

function leastFadeInS({ role, trimStartS }: ResolvedSound): number {
  if (trimStartS > 0) return TRIM_FADE_S;
  return role === 'page' ? PAGE_FADE_S : 0;
}

function samples(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE_HZ);
}
