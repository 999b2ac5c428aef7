import { IsIn, IsOptional, IsUUID } from 'class-validator';
import type { VideoFormat } from './formats.js';
import { IsIntegerIn } from './is-integer-in.js';
import { MAX_PAGE_ENTRIES, type Page, PageRequest } from './lists.js';
import { rpc } from './message.js';
import { OfOrganizations } from './organizations.js';
import type { Encoder } from './render.js';
import { FAILURE_CODES, type FailureCode } from './usage.js';
import type { VideoError } from './videos.js';

/** The number of videos in progress of an organization that has some. */
export interface RunningVideos {
  org_id: string;
  /** Videos that are PROCESSING. */
  videos: number;
}

export class ReadRenderQueue {
  /** Organizations to name, at most. */
  @IsIntegerIn(1, MAX_PAGE_ENTRIES)
  limit: number;
}

/** Waiting and rendering work of one organization. Time: ISO 8601, milliseconds, UTC. */
export interface QueuedWork {
  org_id: string;
  waiting: number;
  rendering: number;
  /** Since when the oldest one waits; null if none does. */
  waiting_since: string | null;
}

/** The videos of all organizations that wait for a renderer, or are being rendered. */
export interface RenderQueue {
  waiting: number;
  rendering: number;
  waiting_since: string | null;
  /** Seconds until all of it is rendered at the present speed; null while no renderer has drawn a frame. */
  estimated_s: number | null;
  /** The longest wait first; organizations without waiting videos come last. */
  organizations: QueuedWork[];
}

/** A renderer that has announced itself lately. Time: ISO 8601, milliseconds, UTC. */
export interface AnnouncedRenderer {
  worker: string;
  encoder: Encoder;
  slots: number;
  free: number;
  /** Null: the renderer is of a release that does not state it. */
  version: string | null;
  /** Busy slots of all slots, in percent. */
  load_last_5_minutes: number;
  load_last_hour: number;
  /** In each minute of the last hour since it began, the present one last. Services before it do not state it. */
  load_by_minute?: number[];
  seen_at: string;
}

/** Lists failed videos of all organizations, the latest failure first. */
export class ListFailures extends PageRequest {
  @IsOptional()
  @IsIn(FAILURE_CODES)
  code?: FailureCode;

  @IsOptional()
  @IsUUID()
  org_id?: string;
}

/** A failed video. Times: ISO 8601, milliseconds, UTC. */
export interface FailedVideo {
  id: string;
  org_id: string;
  template_id: string;
  template_version: number;
  format: VideoFormat;
  test: boolean;
  credits: number;
  error: VideoError;
  created_at: string;
  finished_at: string;
}

/** Requests about all organizations, which the gateway sends for operators only; the videos service serves them. */
export const OPERATOR_RPC = {
  running: rpc<OfOrganizations, RunningVideos[]>('rpc.operator.running', OfOrganizations, { budget: 'requests' }),
  queue: rpc<ReadRenderQueue, RenderQueue>('rpc.operator.queue', ReadRenderQueue, { budget: 'requests' }),
  /** Renderers, ordered by name. */
  renderers: rpc<PageRequest, Page<AnnouncedRenderer>>('rpc.operator.renderers', PageRequest, { budget: 'requests' }),
  failures: rpc<ListFailures, Page<FailedVideo>>('rpc.operator.failures', ListFailures, { budget: 'requests' }),
} as const;
