import type { Encoder, VideoFormat } from '#libs/contracts';
import type { StillRun, Sound } from '#libs/timeline';
import { type Container, FORMAT_STREAMS, type SoundCodec, type VideoCodec } from './format-streams.js';
import type { Interval } from './sound/intervals.js';
import type { SharedSound } from './sound/shared-sound.js';
import { encodedIndices, planKeyFrames, planRepeats, type Repeat } from './still-runs/repeat-plan.js';

/** Sample rate of every sound track we write: a whole number of samples per frame at 12, 24 and 30 fps. */
export const SAMPLE_RATE_HZ = 48_000;

/** A sound of the timeline with its local file, which {@link probe} accepted. */
export interface ResolvedSound extends Sound {
  /** Absolute path, chosen by us. */
  file: string;
  /** Seconds of sound in the file. */
  sourceDurationS: number;
  /** Channels in the file. One channel is played on both sides at full level. */
  sourceChannels: number;
  /** The file has a picture, too: silence before its first sample is kept, so that both stay in sync. */
  hasPicture: boolean;
  /** Seconds of picture in the file, the length of a round of looping footage. Null or absent if the file does not state it. */
  pictureDurationS?: number | null;
  /** A file of ours with the audible part of the sound at its speed. Absent: the sound has speed 1. */
  stretched?: string;
  /** Footage: when it is audible in the video, so that beds are ducked. Absent: never. */
  audible?: readonly Interval[];
  /** A file of ours with one round of a sound that repeats, raw. Absent: it is played once. */
  roundFile?: string;
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
  /** Integrated loudness of the sound, LUFS. Absent: that of the mix. */
  loudnessLufs?: number | undefined;
  /** The place at which other videos find the same sound. Absent: it is encoded for this one alone. */
  sharedSound?: SharedSound | undefined;
  /** Runs of equal frames, ascending. x264 does not encode all of them. Absent: it encodes every frame of the video. */
  stillRuns?: readonly StillRun[];
  /** First frames of pages that replace the page before them at once, ascending: where a key frame costs least. */
  cuts?: readonly number[];
  /** Seconds from one key frame to the next, at most. Absent: the encoder decides. Ignored by gif. */
  keyFrameIntervalS?: number | undefined;
  /** Frames of the video before the first one here: key frames of an interval keep their places. Default: 0. */
  framesBefore?: number;
  /** Only for gif. */
  gif?: GifOptions;
  /** Absolute path, chosen by us. Temporary files have this path with a suffix. */
  output: string;
}

interface GifOptions {
  /** Pixels of the file, to which frames are scaled down. Absent: the size of the frames. */
  size?: { width: number; height: number };
  /** Number of times that it plays. Absent or 0: it repeats forever. */
  plays?: number;
}

/** All decisions about an encoding, from which ffmpeg's arguments follow. */
export interface EncodePlan {
  codec: VideoCodec;
  container: Container;
  writer: (typeof FORMAT_STREAMS)[VideoFormat]['writer'];
  width: number;
  height: number;
  fps: number;
  frameCount: number;
  /** Frames that are not encoded, ascending; see `insertRepeats`. Absent: the encoder's stream stays as it is. */
  repeats?: readonly Repeat[];
  /** Indices of the encoded frames that must be key frames, ascending. The encoder may add others. */
  keyFrames: readonly number[];
  /** Threads of the encoder, on which its pictures depend. Absent: it decides by the machine. */
  threads?: number;
  output: string;
  /** Absent: the format has no sound. */
  sound?: SoundPlan;
  /** gif only. */
  gif?: GifPlan;
}

interface SoundPlan {
  codec: SoundCodec;
  /** Exactly as long as the picture. */
  sampleCount: number;
  sounds: readonly ResolvedSound[];
  loudnessLufs?: number | undefined;
  shared?: SharedSound;
}

export interface GifPlan extends GifOptions {
  plays: number;
  paletteFile: string;
  /** The frames whose colors choose the palette, ascending. */
  paletteFrames: readonly number[];
}

/** NVENC refuses small pictures. The limit depends on the GPU and is below this on all. */
const NVENC_MIN_SIDE = 256;

/**
 * Pixels of a picture that x264 encodes on one thread: as fast as it is drawn, and more threads would take 7 to 20 ms of
 * processor time to begin and to end.
 */
const ONE_THREAD_MAX_PIXELS = 640 * 360;

/** Frames from which a palette is computed, per second and in total: 2 per second cost a quarter of all and look the same. */
const PALETTE_FRAMES_PER_S = 2;
const PALETTE_FRAMES_MAX = 60;

/** Decides how a job is encoded. @throws RangeError for a size, rate or count that no encoder accepts */
export function planEncode(job: EncodeJob): EncodePlan {
  const { width, height, fps, frameCount, output } = job;
  for (const [name, value] of Object.entries({ width, height, fps, frameCount })) {
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} must be a whole number ≥ 1, is ${value}`);
  }
  if (width % 2 !== 0 || height % 2 !== 0)
    throw new RangeError(`4:2:0 pictures have even sides, not ${width}×${height}`);
  const codec = videoCodec(job);
  const { container, writer, sound: soundCodec } = FORMAT_STREAMS[job.format];
  const file = { codec, container, writer, output };
  const plan: EncodePlan = {
    ...file,
    width,
    height,
    fps,
    frameCount,
    ...planPictures(job, codec === 'x264' && writer === 'tracks'),
  };
  if (codec === 'x264' && width * height <= ONE_THREAD_MAX_PIXELS) plan.threads = 1;
  const sampleCount = Math.round((frameCount * SAMPLE_RATE_HZ) / fps);
  const { sounds, loudnessLufs, sharedSound: shared } = job;
  if (soundCodec) plan.sound = { codec: soundCodec, sampleCount, sounds, loudnessLufs, ...(shared && { shared }) };
  if (writer === 'palette') plan.gif = planGif(job);
  return plan;
}

function planGif({ width, height, fps, frameCount, gif: { size, plays = 0 } = {}, output }: EncodeJob): GifPlan {
  const isScaled = size !== undefined && (size.width !== width || size.height !== height);
  return {
    ...(isScaled && { size }),
    plays,
    paletteFile: `${output}.palette.png`,
    paletteFrames: paletteFrames(fps, frameCount),
  };
}

/** The frames that are encoded, and the key frames. @param canRepeat whether `insertRepeats` can fill the gaps */
function planPictures(job: EncodeJob, canRepeat: boolean): Pick<EncodePlan, 'repeats' | 'keyFrames'> {
  const { fps, frameCount, cuts = [], keyFrameIntervalS, framesBefore = 0 } = job;
  const stillRuns = canRepeat ? job.stillRuns : undefined;
  const interval = keyFrameIntervalS === undefined ? undefined : Math.max(1, Math.floor(keyFrameIntervalS * fps));
  const keyFrames = planKeyFrames({ frameCount, stillRuns: stillRuns ?? [], cuts, interval, framesBefore });
  if (!stillRuns) return { keyFrames };
  const repeats = planRepeats(stillRuns, keyFrames);
  return { repeats, keyFrames: encodedIndices(keyFrames, repeats) };
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
