import type { Encoder, VideoFormat } from '#libs/contracts';
import type { StillRun, Sound } from '#libs/timeline';
import { FORMAT_STREAMS, type SoundCodec, type VideoCodec } from './format-streams.js';
import { planRepeats, type Repeat } from './still-runs/repeat-plan.js';

/** Samples per second of every sound track we write: a whole number per frame at 12, 24 and 30 fps. */
export const SAMPLE_RATE_HZ = 48_000;

/** A sound of the timeline whose source lies in a local file that {@link probe} accepted. */
export interface ResolvedSound extends Sound {
  /** Absolute path, of our own making. */
  file: string;
  /** Seconds of sound in the file. */
  sourceDurationS: number;
  /** Channels in the file; a single one sounds on both sides at full level. */
  sourceChannels: number;
  /** The file has a picture, too: silence before its first sample is kept, so that both stay together. */
  hasPicture: boolean;
  /** Seconds of picture in the file: what a looping clip comes round by. Null or absent where the file does not say. */
  pictureDurationS?: number | null;
}

/** One video to encode. */
export interface EncodeJob {
  /** Pixels; even. */
  width: number;
  height: number;
  fps: number;
  /** ≥ 1. */
  frameCount: number;
  format: VideoFormat;
  encoder: Encoder;
  /** Ignored by gif. */
  sounds: readonly ResolvedSound[];
  /** Frames that are the same picture, ascending: x264 need not see all of them. */
  holds?: readonly StillRun[];
  /** Absolute path, of our own making; files named after it, with a suffix, come and go beside it. */
  output: string;
}

/** What ffmpeg is going to be told, decided in full. */
export interface EncodePlan {
  codec: VideoCodec;
  width: number;
  height: number;
  fps: number;
  frameCount: number;
  /** What the encoder is not given, ascending; see `insertRepeats`. */
  repeats: readonly Repeat[];
  output: string;
  /** Absent: the format has no sound. */
  sound?: SoundPlan;
  /** gif only. */
  palette?: PalettePlan;
}

interface SoundPlan {
  codec: SoundCodec;
  /** Exactly as long as the picture. */
  sampleCount: number;
  sounds: readonly ResolvedSound[];
}

export interface PalettePlan {
  file: string;
  /** The frames whose colors choose the palette, ascending. */
  frames: readonly number[];
}

/** NVENC refuses tiny pictures; its limit differs by GPU generation and is below this everywhere. */
const NVENC_MIN_SIDE = 256;

/** Frames a palette is chosen from, per second and at most: 2 per second cost a quarter of a full pass and look the same. */
const PALETTE_FRAMES_PER_S = 2;
const PALETTE_FRAMES_MAX = 60;

/** Decides how a job is encoded. Throws RangeError on a size, rate or count that no encoder takes. */
export function planEncode(job: EncodeJob): EncodePlan {
  const { width, height, fps, frameCount, output } = job;
  for (const [name, value] of Object.entries({ width, height, fps, frameCount })) {
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} must be a whole number ≥ 1, is ${value}`);
  }
  if (width % 2 !== 0 || height % 2 !== 0)
    throw new RangeError(`4:2:0 pictures have even sides, not ${width}×${height}`);
  const codec = videoCodec(job);
  const repeats = codec === 'x264' ? planRepeats(job.holds ?? []) : [];
  const plan: EncodePlan = { codec, width, height, fps, frameCount, repeats, output };
  const soundCodec = FORMAT_STREAMS[job.format].sound;
  const sampleCount = Math.round((frameCount * SAMPLE_RATE_HZ) / fps);
  if (soundCodec) plan.sound = { codec: soundCodec, sampleCount, sounds: job.sounds };
  else plan.palette = { file: `${output}.palette.png`, frames: paletteFrames(fps, frameCount) };
  return plan;
}

function videoCodec({ format, encoder, width, height }: EncodeJob): VideoCodec {
  const { codecs } = FORMAT_STREAMS[format];
  const isTooSmall = width < NVENC_MIN_SIDE || height < NVENC_MIN_SIDE;
  return codecs[encoder === 'nvenc' && isTooSmall ? 'software' : encoder];
}

function paletteFrames(fps: number, frameCount: number): number[] {
  const wanted = Math.min(
    PALETTE_FRAMES_MAX,
    Math.max(1, Math.ceil((frameCount / fps) * PALETTE_FRAMES_PER_S)),
    frameCount,
  );
  return Array.from({ length: wanted }, (_, index) => Math.floor(((index + 0.5) * frameCount) / wanted));
}
