import type { RenderCost, RenderPart, RenderPlan } from '#libs/contracts';
import type { GifOptimization } from '#libs/encode';
import type { Warning } from '#libs/template';
import type { AssetEntries } from './assets/asset-library.js';
import type { StageTimes, Step } from './stage-clock.js';

/** A plan without the fields that queues and storage need. */
export type StepPlan = Omit<RenderPlan, 'assets_key' | 'sound_key' | 'output_key' | 'drawing_limit_ms' | 'parts'> & {
  /** For `stitch`: all frames of the video, in order. */
  parts?: readonly Omit<RenderPart, 'key'>[];
};

/** The work of one step of a video: its plan, and an empty folder for its files. */
export interface RenderWork {
  plan: StepPlan;
  folder: string;
  /** Absent: the step needs none. */
  inputs?: StepInputs;
}

/** Results of earlier steps, in files below the folder. */
export interface StepInputs {
  assets?: AssetEntries;
  /** In the order of the plan's parts. */
  parts?: string[];
  sound?: string;
}

/** The result of a step: a whole video, or a part of it. */
export interface RenderedVideo {
  /** In the work's folder. */
  file: string;
  /** Names of files in the cache that belong to it. */
  assets?: string[];
  /** Bytes. */
  fileSize: number;
  /** SHA-256 of the file as it was written, hex. Absent: ffmpeg wrote it. */
  sha256?: string;
  frames: number;
  durationS: number;
  /** The poster frame, a JPEG in the work's folder. Absent: the part does not show it. */
  poster?: string;
  /** Deviations of the drawn frames from the document, for the log. */
  warnings: readonly Warning[];
  /** The result of gifsicle, where it was to make a gif smaller; for the log. */
  optimization?: GifOptimization;
  /** Threads that drew it. */
  threads?: number;
  stageMs: StageTimes;
  /** Undefined where the system does not measure it. */
  cpuMs: RenderCost | undefined;
  steps: readonly Step[];
}

/** Reports progress and ends the work. */
export interface RenderHooks {
  signal: AbortSignal;
  onFrame(done: number): void;
}
