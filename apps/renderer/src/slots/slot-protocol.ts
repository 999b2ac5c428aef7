import type { Inspection, MeasuredFile, RenderFailure, TimedFile } from '#libs/contracts';
import type { FetchRefusal } from '#libs/net-guard';
import type {
  AssetEntries,
  AvailableAssets,
  DrawnStill,
  InspectWork,
  RenderedVideo,
  RenderSettings,
  RenderWork,
  StillWork,
} from '#libs/render';
import type { AssetUse } from '#libs/timeline';

/** Settings of a slot's process, passed as JSON in the variable {@link SLOT_SETTINGS}. */
export interface SlotSettings extends RenderSettings {
  /** Private CIDR blocks from which assets may be fetched. */
  allowAddresses: string[];
  /** DNS servers for the hosts of assets; empty: the machine's own. */
  dnsServers: string[];
}

export const SLOT_SETTINGS = 'SLOT_SETTINGS';

/** The tasks of a slot's process, with their input and result. */
interface SlotTasks {
  render: { work: RenderWork; result: RenderedVideo };
  /** Fetches all of the files, or fails. */
  gather: { work: AssetUse[]; result: AssetEntries };
  /** Fetches the files that are available soon, from the budget of the organization. */
  gatherSome: { work: { uses: AssetUse[]; orgId: string }; result: AvailableAssets };
  /** Finds how long files play, from the budget of the organization. */
  measure: { work: { files: TimedFile[]; orgId: string }; result: MeasuredFile[] };
  still: { work: StillWork; result: DrawnStill };
  inspect: { work: InspectWork; result: Inspection };
}

export type SlotTask = {
  [Kind in keyof SlotTasks]: { kind: Kind; work: SlotTasks[Kind]['work'] };
}[keyof SlotTasks];

/** The result of a task. */
export type ResultOf<Task extends SlotTask> = SlotTasks[Task['kind']]['result'];

/** Messages from the renderer to a slot's process. `id` identifies the task within the process. */
export type ToSlot = { type: 'begin'; id: number; task: SlotTask } | { type: 'cancel'; id: number };

/** Messages from a slot's process to the renderer; `ready` is sent once, before the first task. */
export type FromSlot =
  | { type: 'ready' }
  | { type: 'progress'; id: number; framesDone: number }
  /** A sign that the process gets on with its tasks, every {@link PULSE_INTERVAL_MS}. */
  | { type: 'alive' }
  /** The guard refused an address of a document. */
  | { type: 'refused'; reason: FetchRefusal }
  /** The check of a video of this kind has found no fault. */
  | { type: 'checked'; kind: string }
  /** `fontBytes`: bytes of fonts that the process holds, of all its videos. */
  | { type: 'done'; id: number; outcome: SlotOutcome<ResultOf<SlotTask>>; fontBytes: number };

/** Outcome of a task. A failure is an outcome, not an exception. */
export type SlotOutcome<Result> =
  | { ok: true; result: Result }
  /**
   * `detail` is for the log. `unfit`: indices of the steps whose parts cannot be joined, and must be drawn again. `frameCount`: frames of the
   * video as this release compiles it, where the plan has others.
   */
  | { ok: false; failure: RenderFailure; detail?: string; unfit?: readonly number[]; frameCount?: number };
