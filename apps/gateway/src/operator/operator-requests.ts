import {
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import {
  Balance,
  ENCODERS,
  type Encoder,
  FAILURE_CODES,
  type FailureCode,
  MAX_GRANT,
  MAX_GRANT_REASON_CHARACTERS,
  PageRequest,
  VIDEO_FORMATS,
  type VideoFormat,
  VideoError,
} from '#libs/contracts';
import { Nested, OrNull } from '#libs/template';
import { IsEmailAddress } from '../accounts/account-requests.js';
import {
  DEFAULT_RETRY_AFTER_S,
  MAX_MAINTENANCE_MESSAGE_CHARACTERS,
  MAX_RETRY_AFTER_S,
} from '../maintenance/maintenance-switch.js';
import { Example, ORG_ID } from '../openapi/examples.js';

/** Bytes of a body whose texts have every character escaped. */
export const MAX_OPERATOR_BYTES = 8_192;

const MAX_NAME_CHARACTERS = 200;
const MAX_REQUESTS_PER_MINUTE = 10_000_000;
const CREATED = '2026-11-21T12:00:00.000Z';
const ORGANIZATION = { id: ORG_ID, name: 'Acme' };

/** An example of an organization that has just been created. */
function exampleOfOrganization(): OperatorOrganization {
  const balance = { available: 0, held: 0 };
  return { ...ORGANIZATION, rate_limit: null, balance, running_videos: 0, created_at: CREATED };
}

export class ListOrganizationsQuery extends PageRequest {
  /** Lists organizations whose name contains this text, in any case, or whose id it is. */
  @IsOptional()
  @MinLength(1)
  @MaxLength(MAX_NAME_CHARACTERS)
  search?: string;
}

/** An organization of the installation. */
@Example(exampleOfOrganization())
export class OperatorOrganization {
  /** Identifies the organization. */
  @IsUUID()
  id: string;

  /** The name of the organization. */
  @IsString()
  name: string;

  /** Requests per minute of its keys; null for the installation's default. */
  @OrNull()
  @IsInt()
  @Min(1)
  rate_limit: number | null;

  /** Its credits. */
  @Nested(() => Balance)
  balance: Balance;

  /** Number of its videos that are PROCESSING. */
  @IsInt()
  @Min(0)
  running_videos: number;

  /** When the organization was created. */
  @IsISO8601()
  created_at: string;
}

@Example({ name: 'Acme', owner_email: 'grace@example.com' })
export class CreateOrganizationBody {
  /** The name of the organization. */
  @MinLength(1)
  @MaxLength(MAX_NAME_CHARACTERS)
  name: string;

  /** The e-mail address of its first owner, who gets an invitation. Default: none. */
  @IsOptional()
  @IsEmailAddress()
  owner_email?: string;
}

/** An organization with the invitation of its first owner, which no other response has. */
@Example(
  Object.assign(exampleOfOrganization(), {
    invitation_url: 'https://api.example.com/console/invitation#o5pXvcNnSfgcO3yrbfVR7yq4D2-1mKtwBYzhQu0eHiE',
  }),
)
export class CreatedOrganization extends OperatorOrganization {
  /** The link with which the first owner accepts the invitation, once and within 7 days; null without `owner_email`. */
  @OrNull()
  @IsString()
  invitation_url: string | null;
}

export class OrganizationPath {
  /** Id of the organization. */
  @IsUUID()
  id: string;
}

@Example({ rate_limit: 1_000 })
export class LimitOrganizationBody {
  /** Requests per minute of the keys of the organization; null for the installation's default. */
  @OrNull()
  @IsInt()
  @Min(1)
  @Max(MAX_REQUESTS_PER_MINUTE)
  rate_limit: number | null;
}

@Example({ amount: 500, reason: 'Invoice 2026-117' })
export class GrantCreditsBody {
  /** Credits to add. */
  @IsInt()
  @Min(1)
  @Max(MAX_GRANT)
  amount: number;

  /** Why, for operators; the organization does not see it. */
  @MinLength(1)
  @MaxLength(MAX_GRANT_REASON_CHARACTERS)
  reason: string;
}

/** Credits that were granted to an organization. */
@Example({
  id: '5e2d9c1b-7a4f-4b8e-9d30-6c1f2a3b4c5d',
  amount: 500,
  reason: 'Invoice 2026-117',
  created_at: CREATED,
})
export class CreditGrant {
  /** Identifies the grant; the transaction of the organization has the same id. */
  @IsUUID()
  id: string;

  /** Credits that were added. */
  @IsInt()
  @Min(1)
  amount: number;

  /** Why; null for a grant by command without a reason. */
  @OrNull()
  @IsString()
  reason: string | null;

  /** When the credits were added. */
  @IsISO8601()
  created_at: string;
}

/** The name of an organization. */
export class OrganizationName {
  /** Identifies the organization. */
  @IsUUID()
  id: string;

  /** The name of the organization. */
  @IsString()
  name: string;
}

/** What of one organization waits for a renderer, or is being rendered. */
export class QueuedOrganization extends OrganizationName {
  /** Number of videos that wait. */
  @IsInt()
  @Min(0)
  waiting: number;

  /** Number of videos that are being rendered. */
  @IsInt()
  @Min(0)
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
  @IsInt()
  @Min(0)
  waiting: number;

  /** Number of videos that are being rendered. */
  @IsInt()
  @Min(0)
  rendering: number;

  /** Since when the oldest one waits; null if none does. */
  @OrNull()
  @IsISO8601()
  waiting_since: string | null;

  /** Seconds until all of them are rendered at the present speed; null while the speed is unknown. */
  @OrNull()
  @IsInt()
  @Min(0)
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
  seen_at: CREATED,
})
export class Renderer {
  /** The name of the process: its host, and what distinguishes it from others there. */
  @IsString()
  worker: string;

  /** What encodes its frames. */
  @IsIn(ENCODERS)
  encoder: Encoder;

  /** Videos that it can render at once. */
  @IsInt()
  @Min(1)
  slots: number;

  /** Videos that it renders. */
  @IsInt()
  @Min(0)
  busy: number;

  /** Its release; null if it does not state one. */
  @OrNull()
  @IsString()
  version: string | null;

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
  @IsInt()
  @Min(1)
  template_version: number;

  /** The format of the file. */
  @IsIn(VIDEO_FORMATS)
  format: VideoFormat;

  /** Whether it is a test video. */
  @IsBoolean()
  test: boolean;

  /** Its price, which was released. */
  @IsInt()
  @Min(0)
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
  @IsInt()
  @Min(1)
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
  @IsInt()
  @Min(1)
  @Max(MAX_RETRY_AFTER_S)
  retry_after?: number = DEFAULT_RETRY_AFTER_S;

  /** The message for callers. Default: that the service is under maintenance. */
  @IsOptional()
  @MinLength(1)
  @MaxLength(MAX_MAINTENANCE_MESSAGE_CHARACTERS)
  message?: string;
}

/** An example of an organization with a limit and credits of its own. */
export function exampleOfLimitedOrganization(): OperatorOrganization {
  return Object.assign(exampleOfOrganization(), { rate_limit: 1_000 });
}
