import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  ValidateBy,
} from 'class-validator';
import { ANY_TEXT, HasMaxMembers, IsWebUrl, MAX_SIZE_NAME, Nested, OrNull } from '#libs/template';
import { CreateVideoBody } from './bodies.js';
import { MAX_BODY_JSON, MAX_IDEMPOTENCY_KEY_CHARACTERS, SHA256_CHARACTERS } from './bounds.js';
import { Creator } from './creators.js';
import { MAX_HOLDS_TOGETHER, Spender } from './credits.js';
import { VIDEO_FORMATS, type VideoFormat } from './formats.js';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerFrom } from './is-integer-from.js';
import { IsIntegerIn } from './is-integer-in.js';
import { IsList } from './is-list.js';
import { IsNumberIn } from './is-number-in.js';
import { IsText } from './is-text.js';
import { type Page, PageRequest } from './lists.js';
import { rpc } from './message.js';
import { VideoFault, VideoWarning } from './video-validation.js';
import { type CreatedVideo, CreateVideo, VideoError, VIDEO_STATUSES, type VideoStatus } from './videos.js';

/** Videos of one batch. */
export const MAX_BATCH_ROWS = MAX_HOLDS_TOGETHER;
/** Columns of its rows. */
export const MAX_BATCH_COLUMNS = 200;
/** Bytes of a body of `POST /batches`. */
export const MAX_BATCH_BYTES = 3_670_016;
/** Characters of its rows, as JSON or CSV, in the message between services. */
export const MAX_ROWS_CHARACTERS = 7 * 1024 * 1024;
/** Most faults of rows that are reported, and most rows that are checked after the first one with a fault. */
export const MAX_ROW_FAULTS = 100;

/** Most characters of a column's target. A page, the name of a layer and a property are far shorter. */
const MAX_TARGET_CHARACTERS = 1_000;
const TARGET_SCHEMA = { type: 'string', pattern: ANY_TEXT, maxLength: MAX_TARGET_CHARACTERS };

/** PROCESSING until the last video has ended. */
export const BATCH_STATUSES = ['PROCESSING', 'FINISHED'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** A video for every row, in every size. Everything that a request for one video may have is the same in all of them. */
export class CreateBatchBody extends CreateVideoBody {
  /** A name for people. */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  name?: string;

  /**
   * One object for each video, at most 10,000: its keys are columns. Without a `mapping`, a column is named after what it
   * sets: `1.headline.text` (page, layer, property), a variable, or an option such as `video.metadata`. Null and a missing
   * key leave the template's value.
   */
  @IsOptional()
  @IsList(1, MAX_BATCH_ROWS)
  @HoldsRows()
  rows?: Record<string, unknown>[];

  /**
   * URL of a CSV file with the rows, in place of `rows`. It is read once, when the batch is created: a public http or https
   * URL, within 10 s.
   */
  @IsOptional()
  @IsString()
  @IsWebUrl()
  csv_url?: string;

  /** The target of each column. Columns that are not listed are then ignored. */
  @IsOptional()
  @IsObject()
  @HasMaxMembers(MAX_BATCH_COLUMNS)
  @HoldsTargets()
  mapping?: Record<string, string>;
}

/** The number of videos of a batch in each status. */
export class BatchVideos {
  /** All videos of the batch. */
  @IsIntegerFrom(1)
  total: number;

  /** Videos that are waiting or being rendered. */
  @IsIntegerFrom(0)
  processing: number;

  /** Videos with a file. */
  @IsIntegerFrom(0)
  completed: number;

  /** Videos that could not be rendered. */
  @IsIntegerFrom(0)
  failed: number;

  /** Videos that were canceled. */
  @IsIntegerFrom(0)
  canceled: number;
}

/** The credits of a batch: held, spent, returned. */
export class BatchCredits {
  /** The price of all videos, held when the batch was accepted. */
  @IsIntegerFrom(0)
  total: number;

  /** Held for videos that are PROCESSING. */
  @IsIntegerFrom(0)
  held: number;

  /** Paid for COMPLETED videos. */
  @IsIntegerFrom(0)
  captured: number;

  /** Returned for FAILED and CANCELED videos. */
  @IsIntegerFrom(0)
  released: number;
}

/** Many videos of one template, accepted as one. Times are ISO 8601 in UTC with milliseconds. */
export class Batch {
  /** Identifies the batch. */
  @IsUUID()
  id: string;

  /** FINISHED once every video has ended. */
  @IsIn(BATCH_STATUSES)
  status: BatchStatus;

  /** URL of this batch in the API. */
  @IsWebUrl()
  self: string;

  /** The name of the request that created the batch. */
  @OrNull()
  @IsString()
  name: string | null;

  /** The metadata of the request that created the batch. */
  @OrNull()
  @IsString()
  metadata: string | null;

  /** The `webhook_url` of the request that created the batch: it is called when the batch has finished. */
  @OrNull()
  @IsWebUrl()
  webhook_url: string | null;

  /** The template of the videos. */
  @IsUUID()
  template_id: string;

  /** The version of the template. */
  @IsIntegerFrom(1)
  template_version: number;

  /** The format of the files. */
  @IsIn(VIDEO_FORMATS)
  format: VideoFormat;

  /** Whether the videos are free test videos. */
  @IsBoolean()
  test: boolean;

  /** The batch whose failed videos this one renders again. */
  @OrNull()
  @IsUUID()
  retry_of: string | null;

  /** Its videos by status. Once the batch is FINISHED these numbers do not change. */
  @Nested(() => BatchVideos)
  videos: BatchVideos;

  /** Its credits. */
  @Nested(() => BatchCredits)
  credits: BatchCredits;

  /** Percentage of the work of all videos. */
  @IsNumberIn(0, 100)
  progress: number;

  /** When the request was accepted. */
  @IsISO8601()
  created_at: string;

  /** When its cancellation was requested. */
  @OrNull()
  @IsISO8601()
  canceled_at: string | null;

  /** When the last video ended. */
  @OrNull()
  @IsISO8601()
  finished_at: string | null;
}

/** Result of checking a body for `POST /batches`. */
export class BatchValidation {
  /** True if `POST /batches` would accept the body, given enough credits. */
  @IsBoolean()
  valid: boolean;

  /** Why the body would be refused: at most 100 faults, each with its row and column. */
  @IsArray()
  @Nested(() => VideoFault, { each: true })
  errors: VideoFault[];

  /** Checks that were left out, because no renderer replied. */
  @IsArray()
  @Nested(() => VideoWarning, { each: true })
  warnings: VideoWarning[];

  /** Number of videos. Null if the body would be refused. */
  @OrNull()
  @IsInt()
  videos: number | null;

  /** Price of all videos in credits. Null if the body would be refused. */
  @OrNull()
  @IsIntegerFrom(0)
  credits: number | null;

  /** Credits available to the organization. Null if the body would be refused, or if the balance is not known now. */
  @OrNull()
  @IsIntegerFrom(0)
  balance: number | null;

  /** Whether the balance is at least the price. Null if one of them is null. */
  @OrNull()
  @IsBoolean()
  affordable: boolean | null;
}

/** The part of the result that the videos service knows. */
export type CheckedBatch = Omit<BatchValidation, 'balance' | 'affordable'>;

/** A video of a batch, and its row. */
export class ManifestEntry {
  /** Number of the row, from 1. */
  @IsIntegerFrom(1)
  row: number;

  /** The size of the video, by its name in the template. */
  @IsString()
  size: string;

  /** A video of the row: it has one in each size. */
  @IsUUID()
  video_id: string;

  /** The status of the video. */
  @IsIn(VIDEO_STATUSES)
  status: VideoStatus;

  /** URL of the file; null unless the video is COMPLETED. */
  @OrNull()
  @IsWebUrl()
  video_url: string | null;

  /** Why the video FAILED or was CANCELED. */
  @OrNull()
  @Nested(() => VideoError)
  error: VideoError | null;

  /** The metadata of the video. */
  @OrNull()
  @IsString()
  metadata: string | null;

  /**
   * The cells of the row as they were sent, by the names of their columns. Null if their JSON has more than 16,384 characters,
   * or if the batch was created before they were kept.
   */
  @OrNull()
  @IsObject({ context: { schema: { additionalProperties: true } } })
  cells: Record<string, unknown> | null;
}

export const ROW_FORMATS = ['json', 'csv'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/** The body of `POST /v1/batches` as sent. Its rows are text, which no service reads on its event loop. */
export class CheckBatch {
  @IsUUID()
  org_id: string;

  /** The body without its rows, unchecked. */
  @IsObject()
  @HasMaxJson(MAX_BODY_JSON)
  body: Record<string, unknown>;

  /** JSON of `rows`, or CSV. Absent if the body has none. */
  @IsOptional()
  @IsText(MAX_ROWS_CHARACTERS)
  rows?: string;

  @IsIn(ROW_FORMATS)
  row_format: RowFormat;
}

/** `POST /v1/batches`; the videos service validates it. */
export class CreateBatch extends CheckBatch {
  /** 1–255 visible ASCII characters. */
  @IsOptional()
  @IsText(MAX_IDEMPOTENCY_KEY_CHARACTERS)
  @IsNotEmpty()
  idempotency_key?: string;

  /** Hex SHA-256 of the raw request. */
  @IsText(SHA256_CHARACTERS)
  body_sha256: string;

  /** The key that spends the credits, if it has limits. */
  @IsOptional()
  @Nested(() => Spender)
  spender?: Spender;

  /** The sender of the request. */
  @IsOptional()
  @Nested(() => Creator)
  creator?: Creator;
}

export interface CreatedBatch {
  batch: Batch;
  /** True when this reply repeats the one to an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

export class GetBatch {
  @IsUUID()
  org_id: string;

  @IsUUID()
  id: string;
}

/** A new batch of the rows of this one whose videos FAILED. */
export class RetryBatch extends GetBatch {
  @IsOptional()
  @IsText(MAX_IDEMPOTENCY_KEY_CHARACTERS)
  @IsNotEmpty()
  idempotency_key?: string;

  /** The key that spends the credits, if it has limits. */
  @IsOptional()
  @Nested(() => Spender)
  spender?: Spender;

  /** The sender of the request. */
  @IsOptional()
  @Nested(() => Creator)
  creator?: Creator;
}

export class ListBatches extends PageRequest {
  @IsUUID()
  org_id: string;
}

/** A part of a batch's manifest: videos after `after_size` of row `after_row`, in the order of rows and names of sizes. */
export class ReadManifest extends GetBatch {
  @IsIntegerIn(0)
  after_row: number;

  /** Absent: after the whole row. */
  @IsOptional()
  @IsText(MAX_SIZE_NAME)
  after_size?: string;

  @IsIntegerIn(1, 1_000)
  limit: number;
}

/** Time for which a batch may be checked and accepted, ms. */
const ACCEPTANCE_MS = 60_000;

/** Requests about batches that the videos service serves for callers. */
export const BATCHES_RPC = {
  create: rpc<CreateBatch, CreatedBatch>('rpc.batches.create', CreateBatch, {
    budget: 'batches',
    timeoutMs: ACCEPTANCE_MS,
    endsWithCaller: true,
  }),
  /** A request for a video that names several sizes; replies with the video of the first one. */
  createInSizes: rpc<CreateVideo, CreatedVideo>('rpc.batches.create-in-sizes', CreateVideo, {
    budget: 'batches',
    timeoutMs: ACCEPTANCE_MS,
    endsWithCaller: true,
  }),
  validate: rpc<CheckBatch, CheckedBatch>('rpc.batches.validate', CheckBatch, {
    budget: 'batches',
    timeoutMs: ACCEPTANCE_MS,
    endsWithCaller: true,
  }),
  get: rpc<GetBatch, Batch>('rpc.batches.get', GetBatch, { budget: 'requests' }),
  list: rpc<ListBatches, Page<Batch>>('rpc.batches.list', ListBatches, { budget: 'requests' }),
  cancel: rpc<GetBatch, Batch>('rpc.batches.cancel', GetBatch, { budget: 'requests' }),
  retry: rpc<RetryBatch, CreatedBatch>('rpc.batches.retry', RetryBatch, {
    budget: 'batches',
    timeoutMs: ACCEPTANCE_MS,
  }),
  manifest: rpc<ReadManifest, ManifestEntry[]>('rpc.batches.manifest', ReadManifest, {
    budget: 'exports',
    endsWithCaller: true,
  }),
} as const;

/** Checks that rows are objects. The values of their columns are checked with the template. */
function HoldsRows(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'holdsRows',
      validator: {
        validate: (value: unknown) => !Array.isArray(value) || value.every(isRow),
        defaultMessage: () => '$property must be objects',
      },
    },
    { context: { code: 'INVALID_TYPE', schema: { items: { type: 'object', additionalProperties: true } } } },
  );
}

function HoldsTargets(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'holdsTargets',
      validator: {
        validate: (value: unknown) => !isRow(value) || Object.values(value).every(isTarget),
        defaultMessage: () => '$property must have texts as values, such as 1.headline.text',
      },
    },
    { context: { code: 'INVALID_TYPE', schema: { additionalProperties: TARGET_SCHEMA } } },
  );
}

function isTarget(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_TARGET_CHARACTERS;
}

function isRow(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
