import type { RenderFailure } from '#libs/contracts';
import type { FfmpegTools } from '#libs/encode';
import type { AssetUse } from '#libs/timeline';
import type { RenderedVideo, RenderWork } from '../render-job.js';

/** What a slot's process is told when it starts, as JSON in {@link SLOT_SETTINGS}. */
export interface SlotSettings {
  /** The slot's own folder. */
  folder: string;
  ffmpeg: FfmpegTools;
  /** CIDR blocks that asset addresses may point to besides public ones. */
  allowAddresses: string[];
  assetCacheBytes: number;
  assetMaxBytes: Record<AssetUse['kind'], number>;
  assetFetchTimeoutMs: number;
}

export const SLOT_SETTINGS = 'SLOT_SETTINGS';

/** From the renderer to a slot's process; one piece of work at a time. */
export type ToSlot = { type: 'render'; work: RenderWork } | { type: 'cancel' };

/** From a slot's process to the renderer; `ready` comes once, before anything is asked of it. */
export type FromSlot =
  { type: 'ready' } | { type: 'progress'; framesDone: number } | { type: 'done'; outcome: SlotOutcome };

/** How one attempt ended. A failure is an outcome, not an exception. */
export type SlotOutcome =
  | { ok: true; video: RenderedVideo }
  /** `detail` is for the log. */
  | { ok: false; failure: RenderFailure; detail?: string };
