import { IsIn, IsInt, IsNotEmpty, IsObject, IsOptional, IsString, IsUUID, Min } from 'class-validator';
import { PageRequest, type Page } from './lists.js';
import { rpc } from './message.js';

export const VIDEO_FORMATS = ['mp4', 'webm', 'gif'] as const;
export type VideoFormat = (typeof VIDEO_FORMATS)[number];

/** PROCESSING → COMPLETED | FAILED | CANCELED; a terminal status never changes. */
export const VIDEO_STATUSES = ['PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED'] as const;
export type VideoStatus = (typeof VIDEO_STATUSES)[number];

/** Why a video failed (API.md §4). */
export const VIDEO_ERROR_CODES = [
  'ASSET_FETCH_FAILED',
  'ASSET_UNSUPPORTED',
  'ASSET_TOO_LARGE',
  'FONT_FAILED',
  'RENDER_FAILED',
  'RENDER_TIMEOUT',
  'OUTPUT_CHECK_FAILED',
  'CANCELED',
] as const;
export type VideoErrorCode = (typeof VIDEO_ERROR_CODES)[number];

export interface VideoError {
  code: VideoErrorCode;
  message: string;
  retryable: boolean;
}

/** The Video a caller sees (API.md §4). Every key is always present; unset is null. Times: ISO 8601, milliseconds, UTC. */
export interface Video {
  id: string;
  status: VideoStatus;
  self: string;
  video_url: string;
  metadata: string | null;
  created_at: string;
  updated_at: string;
  template_id: string;
  template_version: number;
  format: VideoFormat;
  /** Frames per second; 12 for gif. */
  fps: number;
  /** Pixels. */
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
  credits: number;
  /** 0–100, never falls. */
  progress: number;
  eta_seconds: number | null;
  /** Bytes. */
  file_size: number | null;
  poster_url: string | null;
  error: VideoError | null;
  started_at: string | null;
  finished_at: string | null;
}

/** `POST /v1/videos`, as the caller sent it; validated against the template by the videos service. */
export class CreateVideo {
  @IsUUID()
  org_id: string;

  /** The request body, already of the shape the gateway checks. */
  @IsObject()
  body: Record<string, unknown>;

  /** 1–255 visible ASCII characters. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  idempotency_key?: string;

  /** Hex SHA-256 of the raw request body. */
  @IsString()
  body_sha256: string;
}

export interface CreatedVideo {
  video: Video;
  /** True when this answer repeats that of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

export class GetVideo {
  @IsUUID()
  org_id: string;

  @IsUUID()
  id: string;
}

export class ListVideos extends PageRequest {
  @IsUUID()
  org_id: string;

  @IsOptional()
  @IsIn(VIDEO_STATUSES)
  status?: VideoStatus;
}

/** A stored template version (API.md §7). Times: ISO 8601, milliseconds, UTC. */
export interface Template {
  id: string;
  name: string;
  version: number;
  created_at: string;
  updated_at: string;
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
  /** The template document; left out of lists. */
  document?: Record<string, unknown>;
}

export class CreateTemplate {
  @IsUUID()
  org_id: string;

  /** The template document as sent. */
  @IsObject()
  document: Record<string, unknown>;
}

export class GetTemplate {
  @IsUUID()
  org_id: string;

  @IsUUID()
  id: string;

  /** ≥ 1; the newest when absent. */
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number;
}

export class ListTemplates extends PageRequest {
  @IsUUID()
  org_id: string;

  @IsOptional()
  @IsUUID()
  id?: string;
}

/** Questions the videos service answers for callers; what renderers ask stands in render.ts. */
export const VIDEOS_RPC = {
  createVideo: rpc<CreateVideo, CreatedVideo>('rpc.videos.create', CreateVideo, { timeoutMs: 15_000 }),
  getVideo: rpc<GetVideo, Video>('rpc.videos.get', GetVideo),
  listVideos: rpc<ListVideos, Page<Video>>('rpc.videos.list', ListVideos),
  createTemplate: rpc<CreateTemplate, Template>('rpc.templates.create', CreateTemplate),
  getTemplate: rpc<GetTemplate, Template>('rpc.templates.get', GetTemplate),
  listTemplates: rpc<ListTemplates, Page<Template>>('rpc.templates.list', ListTemplates),
} as const;
