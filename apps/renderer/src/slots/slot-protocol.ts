import type { Inspection, RenderFailure } from '#libs/contracts';
import type { FfmpegTools } from '#libs/encode';
import type { MaterialLimits } from '#libs/frames';
import type { Refusal } from '#libs/net-guard';
import type { AssetUse } from '#libs/timeline';
import type { RenderedVideo, RenderWork } from '../render-job.js';
import type { AssetLimits } from '../assets/asset-budget.js';
import type { AssetEntries } from '../assets/asset-library.js';
import type { SlotDisk } from './slot-disk.js';
import type { AvailableAssets } from '../stills/fetch-available-assets.js';
import type { DrawnStill, InspectWork, StillWork } from '../stills/still-job.js';

/** What a slot's process is told when it starts, as JSON in {@link SLOT_SETTINGS}. */
export interface SlotSettings {
  /** The slot's own folder. */
  folder: string;
  ffmpeg: FfmpegTools;
  /** What stands still is encoded once. */
  repeatsHolds: boolean;
  /** CIDR blocks that asset addresses may point to besides public ones. */
  allowAddresses: string[];
  /** Asked for the names of assets; none: the machine's own. */
  dnsServers: string[];
  /** What the slot may take on the disk; `videoLimits.bytes` is no more than its part. */
  disk: Pick<SlotDisk, 'total' | 'cache'>;
  /** Files used within this time are not removed to make room, ms: another task may be using them. */
  assetSpareMs: number;
  assetMaxBytes: Record<AssetUse['kind'], number>;
  assetFetchTimeoutMs: number;
  /** What all that one video shows may take together. */
  videoLimits: AssetLimits & MaterialLimits;
}

export const SLOT_SETTINGS = 'SLOT_SETTINGS';

/** What a slot's process can be asked for: what it is given, and what comes of it. */
interface SlotTasks {
  render: { work: RenderWork; result: RenderedVideo };
  /** Brings all of the files, or fails. */
  gather: { work: AssetUse[]; result: AssetEntries };
  /** Brings what can be had soon. */
  gatherSome: { work: AssetUse[]; result: AvailableAssets };
  still: { work: StillWork; result: DrawnStill };
  inspect: { work: InspectWork; result: Inspection };
}

export type SlotTask = {
  [Kind in keyof SlotTasks]: { kind: Kind; work: SlotTasks[Kind]['work'] };
}[keyof SlotTasks];

/** What comes of a task. */
export type ResultOf<Task extends SlotTask> = SlotTasks[Task['kind']]['result'];

/** From the renderer to a slot's process. `id` tells the tasks of a process apart. */
export type ToSlot = { type: 'begin'; id: number; task: SlotTask } | { type: 'cancel'; id: number };

/** From a slot's process to the renderer; `ready` comes once, before anything is asked of it. */
export type FromSlot =
  | { type: 'ready' }
  | { type: 'progress'; id: number; framesDone: number }
  /** An address that a document names was not connected to. */
  | { type: 'refused'; reason: Refusal }
  /** `fontBytes`: of all videos' fonts that the process holds by now. */
  | { type: 'done'; id: number; outcome: SlotOutcome<ResultOf<SlotTask>>; fontBytes: number };

/** How one attempt ended. A failure is an outcome, not an exception. */
export type SlotOutcome<Result> =
  | { ok: true; result: Result }
  /** `detail` is for the log. */
  | { ok: false; failure: RenderFailure; detail?: string };
