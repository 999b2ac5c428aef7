import { Type } from 'class-transformer';
import { IsArray, IsIn, IsInt, IsNumber, IsOptional, IsString, IsUUID, Min, ValidateNested } from 'class-validator';
import { VIDEO_FORMATS, type VideoFormat } from '#libs/contracts';
import { type Checked, type Fault, Modifications, PageModification, validateShape } from '#libs/template';
import { IsWebUrl } from '#libs/template';
import { addressFaults, type CheckUrl } from '../address-faults.js';
import { orderFaults } from '../fault-order.js';

/** Bytes of UTF-8. */
const MAX_METADATA_BYTES = 4_096;
const FRAME_RATES: readonly number[] = [12, 24, 30];
const FILM_FRAME_RATES: readonly number[] = [24, 30];
const GIF_FPS = 12;
const DEFAULT_FPS = 24;

/** The body of `POST /videos` (API.md §4). */
export class VideoRequest {
  @IsUUID()
  template_id: string;

  /** The newest when absent. */
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number;

  @IsIn(VIDEO_FORMATS)
  format: VideoFormat;

  @IsOptional()
  @IsNumber()
  fps?: number;

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => PageModification)
  pages?: PageModification[];

  @IsOptional()
  @ValidateNested()
  @Type(() => Modifications)
  modifications?: Modifications;

  @IsOptional()
  @IsString()
  @IsWebUrl()
  audio_url?: string;

  /** Stored and echoed, never parsed. */
  @IsOptional()
  @IsString()
  metadata?: string;
}

/** Checks a request by itself, before anything is looked up: shape, then what its fields say about each other. */
export function readVideoRequest(body: unknown, checkUrl: CheckUrl): Checked<VideoRequest> {
  const shaped = validateShape(VideoRequest, body);
  const faults = [...(shaped.ok ? [] : shaped.faults), ...crossFaults(body), ...addressFaults(body, checkUrl)];
  if (!shaped.ok || faults.length > 0) return { ok: false, faults: orderFaults(body, faults) };
  return shaped;
}

/** Frames per second a request is rendered at: gif always at 12. */
export function fpsOf({ format, fps }: VideoRequest): number {
  return format === 'gif' ? GIF_FPS : (fps ?? DEFAULT_FPS);
}

function crossFaults(body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null) return [];
  const { format, fps, pages, modifications, metadata } = body as Partial<Record<keyof VideoRequest, unknown>>;
  const faults: Fault[] = [];
  if (typeof fps === 'number' && !FRAME_RATES.includes(fps)) {
    faults.push({
      field: 'fps',
      code: 'INVALID_VALUE',
      message: `fps must be one of: ${FRAME_RATES.join(', ')}`,
      value: fps,
    });
  } else if (typeof fps === 'number' && (format === 'mp4' || format === 'webm') && !FILM_FRAME_RATES.includes(fps)) {
    const message = `fps must be one of: ${FILM_FRAME_RATES.join(', ')} for mp4 and webm`;
    faults.push({ field: 'fps', code: 'INVALID_VALUE', message, value: fps });
  }
  if (pages !== undefined && typeof modifications === 'object' && modifications !== null && 'pages' in modifications) {
    const message = 'pages must stand in one place: here or in modifications';
    faults.push({ field: 'pages', code: 'INVALID_VALUE', message, value: JSON.stringify(pages).slice(0, 256) });
  }
  if (typeof metadata === 'string' && Buffer.byteLength(metadata) > MAX_METADATA_BYTES) {
    const message = `metadata must be at most ${MAX_METADATA_BYTES} bytes`;
    faults.push({ field: 'metadata', code: 'VALUE_TOO_LARGE', message, value: metadata.slice(0, 256) });
  }
  return faults;
}
