import { IsBoolean, IsIn, IsISO8601, IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import {
  ENCODERS,
  type Encoder,
  FAILURE_CODES,
  type FailureCode,
  IsIntegerIn,
  IsList,
  PageRequest,
  VIDEO_FORMATS,
  type VideoFormat,
  VideoError,
  IsIntegerFrom,
} from '#libs/contracts';
import { Nested, OrNull } from '#libs/template';
import {
  DEFAULT_RETRY_AFTER_S,
  MAX_MAINTENANCE_MESSAGE_CHARACTERS,
  MAX_RETRY_AFTER_S,
} from '../maintenance/maintenance-switch.js';
import { Example, ORG_ID } from '../openapi/examples.js';

const CREATED = '2026-11-21T12:00:00.000Z';
const ORGANIZATION = { id: ORG_ID, name: 'Acme' };

/** The name of an organization. */
export class OrganizationName {
  /** Identifies the organization. */
  @IsUUID()
  id: string;

  /** The name of the organization. */
  @IsString()
  name: string;
}

/** The waiting and rendering videos of one organization. */
export class QueuedOrganization extends OrganizationName {
  /** Number of videos that wait. */
  @IsIntegerFrom(0)
  waiting: number;

  /** Number of videos that are being rendered. */
  @IsIntegerFrom(0)
  rendering: number;

  /** Since when the oldest one waits; null if none does. */
  @OrNull()
  @IsISO8601()
  waiting_since: string | null;
}

/** The videos of all organizations that wait for a renderer, or are being rendered. */
@Example({
  waiting: 0,
  rendering: 1,
  waiting_since: null,
  estimated_seconds: null,
  organizations: [{ ...ORGANIZATION, waiting: 0, rendering: 1, waiting_since: null }],
})
export class Queue {
  /** Number of videos that wait. */
  @IsIntegerFrom(0)
  waiting: number;

  /** Number of videos that are being rendered. */
  @IsIntegerFrom(0)
  rendering: number;

  /** Since when the oldest one waits; null if none does. */
  @OrNull()
  @IsISO8601()
  waiting_since: string | null;

  /** Seconds until all of them are rendered at the present speed; null while the speed is unknown. */
  @OrNull()
  @IsIntegerFrom(0)
  estimated_seconds: number | null;

  /** The longest wait first, at most 100 organizations. */
  @Nested(() => QueuedOrganization, { each: true })
  organizations: QueuedOrganization[];
}

/** A renderer that has announced itself in the last 10 seconds. */
@Example({
  worker: 'renderer-7c9d5b6f4-x2x8p-1-5f0c9a1e',
  encoder: 'software',
  slots: 2,
  busy: 1,
  version: '0.1.0',
  load_last_5_minutes: 60,
  load_last_hour: 35,
  load_by_minute: [0, 50, 100, 50],
  seen_at: CREATED,
})
export class Renderer {
  /** The name of the process: its host, and what distinguishes it from others there. */
  @IsString()
  worker: string;

  /** The encoder of its frames. */
  @IsIn(ENCODERS)
  encoder: Encoder;

  /** Videos that it can render at once. */
  @IsIntegerFrom(1)
  slots: number;

  /** Videos that it renders. */
  @IsIntegerFrom(0)
  busy: number;

  /** Its release; null if it does not state one. */
  @OrNull()
  @IsString()
  version: string | null;

  /** Share of its slots that were busy in the last 5 minutes, in percent. */
  @IsIntegerIn(0, 100)
  load_last_5_minutes: number;

  /** Share of its slots that were busy in the last hour, or since it began, in percent. */
  @IsIntegerIn(0, 100)
  load_last_hour: number;

  /** Share of its slots that were busy in each minute of the last hour since it began, the present one last, in percent. */
  @IsList(0, 60)
  @IsIntegerIn(0, 100, { each: true })
  load_by_minute: number[];

  /** When it announced itself last. */
  @IsISO8601()
  seen_at: string;
}

export class ListFailuresQuery extends PageRequest {
  /** Lists videos that failed with this code only. */
  @IsOptional()
  @IsIn(FAILURE_CODES)
  code?: FailureCode;

  /** Lists videos of this organization only. */
  @IsOptional()
  @IsUUID()
  organization_id?: string;
}

/** A video that FAILED. */
@Example({
  id: '0d7c1f6e-3b52-4c8e-9a7d-6f1e2b3c4d5e',
  organization: ORGANIZATION,
  template_id: '7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10',
  template_version: 1,
  format: 'mp4',
  test: false,
  credits: 10,
  error: {
    code: 'ASSET_FETCH_FAILED',
    message: 'pages[0].layers[0] "photo": the image responded with status 404',
    retryable: false,
  },
  created_at: CREATED,
  finished_at: '2026-11-21T12:00:09.731Z',
})
export class Failure {
  /** Identifies the video. */
  @IsUUID()
  id: string;

  /** The organization that the video belongs to. */
  @Nested(() => OrganizationName)
  organization: OrganizationName;

  /** The template that the video was rendered from. */
  @IsUUID()
  template_id: string;

  /** The version of the template. */
  @IsIntegerFrom(1)
  template_version: number;

  /** The format of the file. */
  @IsIn(VIDEO_FORMATS)
  format: VideoFormat;

  /** Whether it is a test video. */
  @IsBoolean()
  test: boolean;

  /** Its price, which was released. */
  @IsIntegerFrom(0)
  credits: number;

  /** Why it failed. */
  @Nested(() => VideoError)
  error: VideoError;

  /** When it was accepted. */
  @IsISO8601()
  created_at: string;

  /** When it failed. */
  @IsISO8601()
  finished_at: string;
}

/** Whether new videos are refused. */
@Example({
  on: true,
  retry_after: 600,
  message: 'New videos are accepted again at 14:00 UTC.',
  since: CREATED,
})
export class MaintenanceState {
  /** Whether new videos, batches and retries of batches are refused. */
  @IsBoolean()
  on: boolean;

  /** Value of `Retry-After`, in seconds; null while maintenance is off. */
  @OrNull()
  @IsIntegerFrom(1)
  retry_after: number | null;

  /** The message for callers; null for the usual one. */
  @OrNull()
  @IsString()
  message: string | null;

  /** Since when maintenance is on; null while it is off. */
  @OrNull()
  @IsISO8601()
  since: string | null;
}

@Example({ on: true, retry_after: 600, message: 'New videos are accepted again at 14:00 UTC.' })
export class SetMaintenanceBody {
  /** Whether new videos, batches and retries of batches are refused. */
  @IsBoolean()
  on: boolean;

  /** Value of `Retry-After`, in seconds. Default 300. */
  @IsOptional()
  @IsIntegerIn(1, MAX_RETRY_AFTER_S)
  retry_after?: number = DEFAULT_RETRY_AFTER_S;

  /** The message for callers. Default: that the service is under maintenance. */
  @IsOptional()
  @MinLength(1)
  @MaxLength(MAX_MAINTENANCE_MESSAGE_CHARACTERS)
  message?: string;
}
