import type { Encoder } from '#libs/contracts';
import type { VideoDraft } from '#libs/drafts';
import type { CliError } from '../cli-error.js';
import type { EngineOptions } from './open-engine.js';
import type { RenderedFile } from './render-video.js';

/** Inputs of a process that renders: settings as an argument, then a video after each `ready`. */
export interface ToProcess {
  start: { engine: EngineOptions; encoder: Encoder };
  work: { draft: VideoDraft; output: string };
}

/** Messages of a process that renders. */
export type FromProcess =
  | { type: 'ready' }
  | { type: 'progress'; done: number }
  | { type: 'done'; file: RenderedFile }
  | { type: 'failed'; code: string; message: string; exitCode: CliError['exitCode'] };
