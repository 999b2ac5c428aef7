import {
  Allow,
  ArrayMaxSize,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Min,
} from 'class-validator';
import { FAULT_CODES, type FaultCode, IsWebUrl, MAX_SIZE_NAME, OrNull, TemplateDocument, Nested } from '#libs/template';
import {
  MAX_BODY_JSON,
  MAX_BYTES,
  MAX_IDEMPOTENCY_KEY_CHARACTERS,
  MAX_VIDEO_JSON,
  SHA256_CHARACTERS,
} from './bounds.js';
import { Creator, NamedCreator } from './creators.js';
import { Spender } from './credits.js';
import { FRAME_RATES, VIDEO_FORMATS, type VideoFormat } from './formats.js';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerFrom } from './is-integer-from.js';
import { IsIntegerIn } from './is-integer-in.js';
import { IsNumberIn } from './is-number-in.js';
import { IsText } from './is-text.js';
import { PageRequest, type Page } from './lists.js';
import { live, rpc } from './message.js';
import { IsTime } from './time.js';
import { type CreatorInUse, GetUsage, ListUsage, type TemplateInUse, type Usage } from './usage.js';
import { VIDEO_ERROR_CODES, type VideoErrorCode } from './video-errors.js';
import { StillStyle } from './renderer.js';
import type { CheckedBody } from './video-validation.js';

/** PROCESSING → COMPLETED | FAILED | CANCELED; a terminal status never changes. */
export const VIDEO_STATUSES = ['PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED'] as const;
export type VideoStatus = (typeof VIDEO_STATUSES)[number];

export class VideoError {
  /** The kind of the error. */
  @IsIn(VIDEO_ERROR_CODES)
  code: VideoErrorCode;

  /** A sentence for people. It names the layer or the sound that caused the error. */
  @IsString()
  message: string;

  /** True if the same request may succeed later. */
  @IsBoolean()
  retryable: boolean;
}

/**
 * A video. Every key is always present; a value that is not known yet is null. Times are ISO 8601 in UTC with
 * milliseconds.
 */
export class Video {
  /** Identifies the video. */
  @IsUUID()
  id: string;

  /** COMPLETED, FAILED and CANCELED are final: they never change. */
  @IsIn(VIDEO_STATUSES)
  status: VideoStatus;

  /** URL of this video in the API. */
  @IsWebUrl()
  self: string;

  /** URL of the file. It is known from the beginning and answers 404 until the status is COMPLETED. */
  @IsWebUrl()
  video_url: string;

  /** The metadata of the request that created the video. */
  @OrNull()
  @IsString()
  metadata: string | null;

  /** The `webhook_url` of the request that created the video. */
  @OrNull()
  @IsWebUrl()
  webhook_url: string | null;

  /** When the request was accepted. */
  @IsISO8601()
  created_at: string;

  /** When the video changed last. */
  @IsISO8601()
  updated_at: string;

  /** The template that the video is rendered from. */
  @IsUUID()
  template_id: string;

  /** The version of the template. */
  @IsIntegerFrom(1)
  template_version: number;

  /** The size of the template that the video has, by its name; `default` is the template's own. */
  @IsString()
  size: string;

  /** The format of the file. */
  @IsIn(VIDEO_FORMATS)
  format: VideoFormat;

  /** Frames per second. A gif always has 12. */
  @IsNumber()
  @IsIn(FRAME_RATES)
  fps: number;

  /** Pixels. */
  @IsIntegerFrom(1)
  width: number;

  /** Pixels. */
  @IsIntegerFrom(1)
  height: number;

  /** Seconds. */
  @IsNumber()
  @Min(0)
  duration: number;

  /** Price in credits: held while PROCESSING, captured when COMPLETED, released when FAILED or CANCELED. */
  @IsIntegerFrom(0)
  credits: number;

  /** Whether it is a test video: free, small and with a watermark. */
  @IsBoolean()
  test: boolean;

  /** Percentage. It never decreases. */
  @IsNumberIn(0, 100)
  progress: number;

  /** Estimated seconds until the video is finished, its time in the queue included. Null if there is no estimate. */
  @OrNull()
  @IsIntegerFrom(0)
  eta_seconds: number | null;

  /** Bytes. */
  @OrNull()
  @IsIntegerFrom(1)
  file_size: number | null;

  /** URL of a still image of the finished video. */
  @OrNull()
  @IsWebUrl()
  poster_url: string | null;

  /** Why the video FAILED or was CANCELED. */
  @OrNull()
  @Nested(() => VideoError)
  error: VideoError | null;

  /** When rendering began. */
  @OrNull()
  @IsISO8601()
  started_at: string | null;

  /** When the video ended. */
  @OrNull()
  @IsISO8601()
  finished_at: string | null;

  /**
   * When `video_url` and `poster_url` begin to answer 404 again. Null until the video is COMPLETED, and if files are kept
   * indefinitely.
   */
  @OrNull()
  @IsISO8601()
  expires_at: string | null;

  /** The batch that the video belongs to. */
  @OrNull()
  @IsUUID()
  batch_id: string | null;

  /** Its row in the batch, from 1. */
  @OrNull()
  @IsIntegerFrom(1)
  batch_row: number | null;
}

/** The number of times that renderers have tried to draw a video. */
export class VideoAttempts {
  /** Attempts that began, over all parts of the video. */
  @IsIntegerFrom(0)
  made: number;

  /** Attempts that failed while their renderer lived. */
  @IsIntegerFrom(0)
  failed: number;

  /** Attempts whose renderer was lost. */
  @IsIntegerFrom(0)
  lost: number;
}

/** Facts of a video that lists and events leave out. */
export class VideoDetails {
  /**
   * A body for `POST /videos` that makes the same video, of the same version of the template. Null if its JSON had more than
   * 16,384 characters, or if the video was created before requests were kept.
   */
  @OrNull()
  @IsObject({ context: { schema: { additionalProperties: true } } })
  request: Record<string, unknown> | null;

  /** Whose request created the video. Null for a video that is older than this field. */
  @OrNull()
  @Nested(() => NamedCreator)
  created_by: NamedCreator | null;

  /** The failed video whose place in its batch this one has taken. Null without one, and once that one is deleted. */
  @OrNull()
  @IsUUID()
  replaces: string | null;

  /** The video that has taken the place of this one in its batch. Null without one, and once that one is deleted. */
  @OrNull()
  @IsUUID()
  replaced_by: string | null;

  /** When the credits were held and the video entered the queue. */
  @OrNull()
  @IsISO8601()
  queued_at: string | null;

  /** Its render attempts. Null once the leftovers of rendering are removed, some time after the end. */
  @OrNull()
  @Nested(() => VideoAttempts)
  attempts: VideoAttempts | null;
}

/** Characters of the JSON of a request that are kept. */
export const MAX_KEPT_REQUEST = 16_384;
/** Characters of `metadata` that a list can be searched by. */
export const MAX_METADATA_SEARCH = 128;
/** Characters of a part of a template's name that a list can be searched by. */
const MAX_NAME_SEARCH = 200;

/** A video in a list. */
export class ListedVideo extends Video {
  /** The same time as `created_at`, under the name that earlier clients read in lists. */
  @IsISO8601()
  created_date: string;

  /** The name of the template. Null if the template is deleted. */
  @OrNull()
  @IsString()
  template_name: string | null;

  /** Whose request created the video. Null for a video that is older than this field. */
  @OrNull()
  @Nested(() => NamedCreator)
  created_by: NamedCreator | null;
}

/** `POST /v1/videos`, as the caller sent it; validated against the template by the videos service. */
export class CreateVideo {
  @IsUUID()
  org_id: string;

  /** The request body as sent, unchecked. */
  @IsObject()
  @HasMaxJson(MAX_BODY_JSON)
  body: Record<string, unknown>;

  /** 1–255 visible ASCII characters. */
  @IsOptional()
  @IsText(MAX_IDEMPOTENCY_KEY_CHARACTERS)
  @IsNotEmpty()
  idempotency_key?: string;

  /** Hex SHA-256 of the raw request body. */
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

/** `POST /v1/videos/{id}/correct`. */
export class CorrectVideo extends CreateVideo {
  /** The failed video of a batch. */
  @IsUUID()
  replaces: string;
}

export interface CreatedVideo {
  video: Video;
  /** True when this reply repeats the one to an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

export class GetVideo {
  @IsUUID()
  org_id: string;

  @IsUUID()
  id: string;
}

/** Finds the file of a video of any organization: the secret name of the file is the caller's right to it. */
export class FindVideoFile {
  @IsUUID()
  id: string;
}

/** The file of a finished video. Time: ISO 8601, milliseconds, UTC. */
export interface VideoFile {
  /** Time at which it expires; null when it is kept indefinitely. */
  expires_at: string | null;
}

/** A Video with the values of the response headers that belong to it. */
export interface ShownVideo {
  video: Video;
  /** Counts the changes that callers can see, from 1. Equal versions mean equal Videos. */
  version: number;
  /** Seconds after which to poll again; null once the Video no longer changes. */
  retry_after_s: number | null;
}

/** Published after every change of a video that callers can see, from the first renderer's claim on. */
export class VideoUpdate {
  @IsUUID()
  org_id: string;

  /**
   * Version of the shown video, as in {@link ShownVideo}: by it a receiver drops an update that is late or a duplicate.
   */
  @IsIntegerIn(1)
  version: number;

  @IsObject()
  @HasMaxJson(MAX_VIDEO_JSON)
  video: Video;
}

/** Reads many videos at once, of any organization: the caller checks whose they are. */
export class ReadVideos {
  @IsUUID(undefined, { each: true })
  @ArrayMaxSize(500)
  ids: string[];
}

export const VIDEO_UPDATE = live('news.video', VideoUpdate);

/** The body of `POST /v1/videos/validate`, to be validated by itself and against its template. */
export class ValidateVideo {
  @IsUUID()
  org_id: string;

  /** The body as sent, unchecked. */
  @IsObject()
  @HasMaxJson(MAX_BODY_JSON)
  body: Record<string, unknown>;
}

/** One fault of one field. */
export class ValidationDetail {
  /** Name of the parameter, or path of the field in the request: `pages[0].layers[2].weight`. */
  @IsString()
  field: string;

  /** The kind of the fault. */
  @IsIn(FAULT_CODES)
  code: FaultCode;

  /** A sentence for people. */
  @IsString()
  message: string;

  /** The rejected value, or null if it is missing or may be secret. Strings are cut to 256 characters, objects and arrays after about 256 characters of JSON. */
  @Allow()
  value: unknown;
}

/** Which videos a list shows. */
export class ListVideosQuery extends PageRequest {
  /** Lists videos of this status only. */
  @IsOptional()
  @IsIn(VIDEO_STATUSES)
  status?: VideoStatus;

  /** Lists the videos of this batch only, in the order of its rows. */
  @IsOptional()
  @IsUUID()
  batch_id?: string;

  /** Lists the videos of this template only. */
  @IsOptional()
  @IsUUID()
  template_id?: string;

  /** Lists videos of this format only. */
  @IsOptional()
  @IsIn(VIDEO_FORMATS)
  format?: VideoFormat;

  /** Lists videos whose metadata begins with this text. Upper and lower case differ. */
  @IsOptional()
  @IsText(MAX_METADATA_SEARCH)
  metadata?: string;

  /** Lists the videos of this user or key only, by its id. */
  @IsOptional()
  @IsUUID()
  created_by?: string;

  /** Lists videos created at this time and later only. */
  @IsOptional()
  @IsTime()
  since?: string;

  /** Lists videos created before this time only. */
  @IsOptional()
  @IsTime()
  until?: string;
}

export class ListVideos extends ListVideosQuery {
  @IsUUID()
  org_id: string;
}

/** A version of a template. Times are ISO 8601 in UTC with milliseconds. */
export class Template {
  /** Identifies the template in all its versions. */
  @IsUUID()
  id: string;

  /** The name that PATCH has set, else the one in the newest document. */
  @IsString()
  name: string;

  /** Whether lists leave the template out. It can still be rendered. */
  @IsBoolean()
  archived: boolean;

  /** 1 for a new template. Each PUT and each published draft creates the next version. */
  @IsIntegerFrom(1)
  version: number;

  /** When version 1 was created. */
  @IsISO8601()
  created_at: string;

  /** When the newest version was created. */
  @IsISO8601()
  updated_at: string;

  /** Pixels. */
  @IsInt()
  width: number;

  /** Pixels. */
  @IsInt()
  height: number;

  /** Seconds. */
  @IsNumber()
  duration: number;

  /** The document as stored. Lists omit it. */
  @IsOptional()
  @Nested(() => TemplateDocument)
  document?: Record<string, unknown>;
}

export class CreateTemplate {
  @IsUUID()
  org_id: string;

  /** The template document as sent. */
  @IsObject()
  @HasMaxJson(MAX_BODY_JSON)
  document: Record<string, unknown>;

  /** The sender of the request. */
  @IsOptional()
  @Nested(() => Creator)
  creator?: Creator;
}

/**
 * Sets the template limits of one organization. Null restores the configured default; an absent field keeps its value.
 */
export class LimitTemplates {
  @IsUUID()
  org_id: string;

  @IsOptional()
  @IsIntegerIn(0)
  max_templates?: number | null;

  /** Bytes of all versions together. */
  @IsOptional()
  @IsIntegerIn(0, MAX_BYTES)
  max_bytes?: number | null;
}

/** The number of templates that an organization stores, and the largest number that it may. */
export class TemplateUsage {
  /** Templates. */
  @IsIntegerFrom(0)
  templates: number;

  /** Bytes of the documents of all versions. */
  @IsIntegerFrom(0)
  bytes: number;

  /** Templates that the organization may have. */
  @IsIntegerFrom(0)
  max_templates: number;

  /** Bytes that their documents may have together. */
  @IsIntegerFrom(0)
  max_bytes: number;
}

export class GetTemplateUsage {
  @IsUUID()
  org_id: string;
}

/** Requests about the templates of an organization as a whole. Only the operator's command sends `limit`. */
export const TEMPLATE_QUOTA_RPC = {
  usage: rpc<GetTemplateUsage, TemplateUsage>('rpc.templates.usage', GetTemplateUsage, { budget: 'requests' }),
  limit: rpc<LimitTemplates, TemplateUsage>('rpc.templates.limit', LimitTemplates, { budget: 'requests' }),
} as const;

export class RemoveTemplate {
  @IsUUID()
  org_id: string;

  @IsUUID()
  id: string;
}

/** `PUT /v1/templates/{id}`: the document becomes the template's next version. */
export class ReplaceTemplate extends RemoveTemplate {
  /** The template document as sent. */
  @IsObject()
  @HasMaxJson(MAX_BODY_JSON)
  document: Record<string, unknown>;

  /** The sender of the request. */
  @IsOptional()
  @Nested(() => Creator)
  creator?: Creator;
}

export class GetTemplate extends RemoveTemplate {
  /** ≥ 1; the newest when absent. */
  @IsOptional()
  @IsIntegerIn(1)
  version?: number;
}

export class ReadTemplate extends GetTemplate {
  /** Whether the document contains what it uses of the organization. Default: the document as its author sent it. */
  @IsOptional()
  @IsBoolean()
  pinned?: boolean;
}

/** One frame of a template's version. */
export class GetTemplateFrame extends GetTemplate {
  /** Number of the page that is shown, of its first copy. */
  @IsOptional()
  @IsIntegerIn(1)
  page?: number;

  /**
   * Seconds since the start of the video or, with `page`, of that page. Absent: the `poster_time` of the document, or a moment
   * at which the page is complete.
   */
  @IsOptional()
  @IsNumberIn(0)
  t?: number;

  /** Name of one of its sizes. Default: its own. */
  @IsOptional()
  @IsText(MAX_SIZE_NAME)
  size?: string;

  /** Default: a PNG of the template's size. */
  @IsOptional()
  @Nested(() => StillStyle)
  style?: StillStyle;
}

/** A drawn frame in storage. */
export interface TemplateFrame {
  /** Storage key of the picture. */
  key: string;
}

/** Which templates a list shows. */
export class ListTemplatesQuery extends PageRequest {
  /** Lists this template only. */
  @IsOptional()
  @IsUUID()
  id?: string;

  /** Lists archived templates instead of the others. Default false. */
  @IsOptional()
  @IsBoolean()
  archived?: boolean;

  /** Lists templates whose name contains this text, in upper or lower case. */
  @IsOptional()
  @IsText(MAX_NAME_SEARCH)
  search?: string;
}

export class ListTemplates extends ListTemplatesQuery {
  @IsUUID()
  org_id: string;
}

/** Requests that the videos service serves for callers. Those for renderers are in render.ts. */
export const VIDEOS_RPC = {
  createVideo: rpc<CreateVideo, CreatedVideo>('rpc.videos.create', CreateVideo, {
    budget: 'documents',
    timeoutMs: 30_000,
    endsWithCaller: true,
  }),
  correctVideo: rpc<CorrectVideo, CreatedVideo>('rpc.videos.correct', CorrectVideo, {
    budget: 'documents',
    timeoutMs: 30_000,
    endsWithCaller: true,
  }),
  getVideo: rpc<GetVideo, ShownVideo>('rpc.videos.get', GetVideo, { budget: 'requests' }),
  videoDetails: rpc<GetVideo, VideoDetails>('rpc.videos.details', GetVideo, { budget: 'requests' }),
  /** Replies with those that exist, in any order. */
  readVideos: rpc<ReadVideos, VideoUpdate[]>('rpc.videos.read', ReadVideos, { budget: 'requests' }),
  listVideos: rpc<ListVideos, Page<ListedVideo>>('rpc.videos.list', ListVideos, { budget: 'requests' }),
  cancelVideo: rpc<GetVideo, Video>('rpc.videos.cancel', GetVideo, { budget: 'requests' }),
  removeVideo: rpc<GetVideo, Record<string, never>>('rpc.videos.remove', GetVideo, {
    budget: 'requests',
    timeoutMs: 10_000,
  }),
  videoFile: rpc<FindVideoFile, VideoFile>('rpc.videos.file', FindVideoFile, { budget: 'requests', timeoutMs: 1_000 }),
  validateVideo: rpc<ValidateVideo, CheckedBody>('rpc.videos.validate', ValidateVideo, {
    budget: 'frames',
    timeoutMs: 32_000, // files are measured, then inspected
    endsWithCaller: true,
  }),
  usage: rpc<GetUsage, Usage>('rpc.videos.usage', GetUsage, { budget: 'requests' }),
  usageByTemplate: rpc<ListUsage, Page<TemplateInUse>>('rpc.videos.usage-by-template', ListUsage, {
    budget: 'requests',
  }),
  /** Replies without the names of creators. */
  usageByCreator: rpc<ListUsage, Page<CreatorInUse>>('rpc.videos.usage-by-creator', ListUsage, { budget: 'requests' }),
  createTemplate: rpc<CreateTemplate, Template>('rpc.templates.create', CreateTemplate, { budget: 'documents' }),
  getTemplate: rpc<ReadTemplate, Template>('rpc.templates.get', ReadTemplate, { budget: 'requests' }),
  replaceTemplate: rpc<ReplaceTemplate, Template>('rpc.templates.replace', ReplaceTemplate, { budget: 'documents' }),
  removeTemplate: rpc<RemoveTemplate, Record<string, never>>('rpc.templates.remove', RemoveTemplate, {
    budget: 'requests',
  }),
  templateFrame: rpc<GetTemplateFrame, TemplateFrame>('rpc.templates.frame', GetTemplateFrame, {
    budget: 'frames',
    timeoutMs: 65_000,
    endsWithCaller: true,
  }),
  listTemplates: rpc<ListTemplates, Page<Template>>('rpc.templates.list', ListTemplates, { budget: 'requests' }),
} as const;
