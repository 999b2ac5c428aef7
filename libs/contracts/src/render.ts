import { IsBoolean, IsIn, IsNotEmpty, IsObject, IsOptional, IsUUID } from 'class-validator';
import { HasMaxMembers, type TemplateDocument, Nested } from '#libs/template';
import {
  MAX_BYTES,
  MAX_MESSAGE_ID_CHARACTERS,
  MAX_REASON_CHARACTERS,
  MAX_STAGES,
  MAX_STORAGE_KEY_CHARACTERS,
  MAX_VERSION_CHARACTERS,
  MAX_WORKER_CHARACTERS,
} from './bounds.js';
import { IsIntegerIn, MAX_INTEGER } from './is-integer-in.js';
import { IsList } from './is-list.js';
import { IsNumberIn } from './is-number-in.js';
import { IsText } from './is-text.js';
import { durable, live, rpc } from './message.js';
import type { VideoFormat } from './formats.js';
import { VIDEO_ERROR_CODES, type VideoErrorCode } from './video-errors.js';

/** Encoders of frames: x264, VP9 and others on the CPU, or NVENC. One video uses one encoder throughout. */
export const ENCODERS = ['software', 'nvenc'] as const;
export type Encoder = (typeof ENCODERS)[number];

/**
 * The kinds of work on a video. `video`: all of it. A video that is cut has its files fetched into storage (`assets`), then
 * parts of its frames (`pictures`) and its mix (`sound`) encoded, and these joined (`stitch`).
 */
export const RENDER_STEPS = ['video', 'assets', 'pictures', 'sound', 'stitch'] as const;
export type RenderStep = (typeof RENDER_STEPS)[number];

/** Steps of one video, at most. */
const MAX_STEPS = 10_000;

/**
 * Names a step to render, and nothing else: its receiver claims it with {@link CLAIMS_RPC.claim} to get the plan.
 */
export class RenderJob {
  @IsIntegerIn(1)
  schema = 1 as const;

  @IsUUID()
  video_id: string;

  /** Index of the step within its video, from 0. */
  @IsIntegerIn(0)
  segment: number;
}

export class ClaimStep extends RenderJob {
  /** Identity of the claiming renderer process. */
  @IsText(MAX_WORKER_CHARACTERS)
  @IsNotEmpty()
  worker: string;

  /** Idempotency key of the claim: a worker that retries with the same id receives the same grant. */
  @IsOptional()
  @IsText(MAX_MESSAGE_ID_CHARACTERS)
  @IsNotEmpty()
  claim_id?: string;

  /** Whether the renderer accepts another step than the job's; {@link ClaimReply} then names it. */
  @IsOptional()
  @IsBoolean()
  takes_other?: boolean;

  /** Whether the worker takes every one of {@link RENDER_STEPS}. Absent: whole videos only. */
  @IsOptional()
  @IsBoolean()
  takes_steps?: boolean;
}

/** Encoded frames `[from_frame, to_frame)`, to be joined. */
export interface RenderPart {
  /** Index of the step that made them. */
  segment: number;
  /** Storage key of the file. */
  key: string;
  from_frame: number;
  to_frame: number;
  /** Time at which a renderer began it, ms since 1970. Where parts do not fit, those that fit the newest are kept. */
  drawn_at?: number;
}

/** The work of an attempt: frames `[from_frame, to_frame)` of a document whose modifications are already applied. */
export interface RenderPlan {
  /** Absent: `video`. */
  step?: RenderStep;
  format: VideoFormat;
  encoder: Encoder;
  fps: number;
  from_frame: number;
  to_frame: number;
  /** Frames of the whole video. */
  frame_count: number;
  document: TemplateDocument;
  /** The sound track under the whole video. */
  audio_url?: string;
  /** Seconds from one key frame to the next, at most. */
  key_frame_interval?: number;
  /** Pixels of width to which a gif is scaled down if the document is wider. */
  max_width?: number;
  /** Number of times that a gif plays. Absent or 0: it repeats forever. */
  loop?: number;
  /** A test video: small and with a watermark. */
  test?: boolean;
  /** The order, as `<batch>:<row>`, if it has further sizes of the video: all have the same files. */
  order?: string;
  /** Time that drawing may take, ms, from when the files are there. Absent: as long as the whole attempt. */
  drawing_limit_ms?: number;
  /**
   * Key of the file that the step `assets` has written, for `pictures` and `sound`. Absent: the document has no files.
   */
  assets_key?: string;
  /** All frames of the video in order, for `stitch`. */
  parts?: RenderPart[];
  /** Key of the file that the step `sound` has written, for `stitch`. */
  sound_key?: string;
  /**
   * Storage key of the result. It contains the epoch, so a renderer that lost its claim cannot overwrite its
   * successor's file.
   */
  output_key: string;
}

/** The granted step, where it is not the job's: steps that were started before come first. */
interface GrantedWork {
  video_id?: string;
  segment?: number;
}

export type ClaimReply =
  | ({ granted: true; epoch: number; attempt: number; plan: RenderPlan } & GrantedWork)
  /** The plan is over 256 KiB: its JSON is stored under this key. */
  | ({ granted: true; epoch: number; attempt: number; plan_key: string } & GrantedWork)
  /** Not granted: the video has ended, or another renderer has claimed the step. */
  | { granted: false; reason: 'terminal' | 'leased' | 'unknown' };

/** Renews the claim of a step, every {@link HEARTBEAT_INTERVAL_MS}. */
export class StepHeartbeat {
  @IsUUID()
  video_id: string;

  @IsIntegerIn(0)
  segment: number;

  @IsIntegerIn(0)
  epoch: number;

  @IsText(MAX_WORKER_CHARACTERS)
  worker: string;

  /** Frames drawn so far. */
  @IsIntegerIn(0)
  frames_done: number;
}

export const HEARTBEAT_INTERVAL_MS = 5_000;

/** Announces a renderer's capacity, every {@link SLOTS_INTERVAL_MS} and at every change. */
export class RenderSlots {
  @IsText(MAX_WORKER_CHARACTERS)
  worker: string;

  @IsIn(ENCODERS)
  encoder: Encoder;

  @IsIntegerIn(0)
  total: number;

  @IsIntegerIn(0)
  free: number;

  /** Whether the renderer takes every one of {@link RENDER_STEPS}. Absent: whole videos only. */
  @IsOptional()
  @IsBoolean()
  takes_steps?: boolean;

  /** The release of the renderer. */
  @IsOptional()
  @IsText(MAX_VERSION_CHARACTERS)
  version?: string;
}

export const SLOTS_INTERVAL_MS = 2_000;

/** Makes renderers stop rendering a video that has ended. */
export class CancelRender {
  @IsUUID()
  video_id: string;
}

export class RenderOutput {
  @IsText(MAX_STORAGE_KEY_CHARACTERS)
  key: string;

  /** Bytes. */
  @IsIntegerIn(1, MAX_BYTES)
  file_size: number;

  @IsIntegerIn(1)
  frames: number;

  /** Seconds. */
  @IsNumberIn(0)
  duration: number;

  /** Storage key of the video's poster, a JPEG in the size that frames are drawn in. It contains the epoch too. */
  @IsOptional()
  @IsText(MAX_STORAGE_KEY_CHARACTERS)
  poster_key?: string;
}

export class RenderFailure {
  @IsIn(VIDEO_ERROR_CODES)
  code: VideoErrorCode;

  @IsText(MAX_REASON_CHARACTERS)
  message: string;

  /** False where another attempt would fail the same way. */
  @IsBoolean()
  retryable: boolean;
}

/** CPU time of a render attempt: of the slot's process and of the programs that it starts. Milliseconds. */
export class RenderCost {
  /** The part that does not grow with the number of frames: assets, fonts, the check. */
  @IsNumberIn(0)
  fixed_ms: number;

  /** The part for drawing and encoding the frames, all together. */
  @IsNumberIn(0)
  frames_ms: number;
}

/** The end of one render attempt: exactly one of `output`, `failure`, `unfit`, `missing`, `frame_count` and `handed_back` is set. */
export class RenderResult extends RenderJob {
  @IsIntegerIn(1)
  epoch: number;

  @IsText(MAX_WORKER_CHARACTERS)
  worker: string;

  @IsOptional()
  @Nested(() => RenderOutput)
  output?: RenderOutput;

  @IsOptional()
  @Nested(() => RenderFailure)
  failure?: RenderFailure;

  /** Steps whose files cannot be joined with the others, so that they must be drawn again. Only for a step `stitch`. */
  @IsOptional()
  @IsList(1, MAX_STEPS)
  @IsIntegerIn(0, MAX_INTEGER, { each: true })
  unfit?: number[];

  /** Storage keys of the plan's inputs that are missing: the steps that made them must be repeated. */
  @IsOptional()
  @IsList(1, MAX_STEPS)
  @IsText(MAX_STORAGE_KEY_CHARACTERS, { each: true })
  missing?: string[];

  /** Frames of the video as this renderer's release compiles it, where the plan has others: it must be planned again. */
  @IsOptional()
  @IsIntegerIn(1)
  frame_count?: number;

  /** The renderer is stopping and leaves the step to another one; this does not count as an attempt. */
  @IsOptional()
  @IsBoolean()
  handed_back?: boolean;

  /** Milliseconds by stage: assets, open, draw, encode, check, upload. */
  @IsOptional()
  @IsObject()
  @HasMaxMembers(MAX_STAGES)
  stage_ms?: Record<string, number>;

  /** Cost of a successful attempt; absent where the system does not measure it. */
  @IsOptional()
  @Nested(() => RenderCost)
  cpu_ms?: RenderCost;
}

/** Claims of steps: renderers call, videos serves. */
export const CLAIMS_RPC = {
  claim: rpc<ClaimStep, ClaimReply>('rpc.videos.claim', ClaimStep, { budget: 'internal' }),
} as const;

export const RENDER_JOB = durable('RENDER', 'render.job.*', RenderJob);
export const RENDER_RESULT = durable('RESULT', 'render.result.*', RenderResult);
export const STEP_HEARTBEAT = live('render.heartbeat', StepHeartbeat);
export const RENDER_SLOTS = live('render.slots', RenderSlots);
export const CANCEL_RENDER = live('render.cancel', CancelRender);
