import type { Video, VideoUpdate } from '#libs/contracts';
import type { VideoRow } from './video.entity.js';
import { isVisible } from './video-status.js';

/** The addresses at which callers reach the API and the files. */
export interface PublicAddresses {
  /** `{base_url}` of docs/api.md, with `/v1`. */
  publicBaseUrl: string;
  assetsUrl: string;
}

/** Of a row, what callers see; what has not come to be may be missing. */
export type ShownRow = Pick<
  VideoRow,
  'id' | 'status' | 'templateId' | 'templateVersion' | 'format' | 'fps' | 'width' | 'height' | 'durationS' | 'credits'
> &
  Pick<VideoRow, 'publicKey' | 'progress' | 'createdAt' | 'updatedAt'> &
  Partial<
    Pick<
      VideoRow,
      'metadata' | 'etaSeconds' | 'fileSize' | 'posterKey' | 'error' | 'startedAt' | 'finishedAt' | 'expiresAt'
    >
  >;

/** The columns of a {@link ShownRow}, for a statement. */
export const SHOWN_COLUMNS = `id, status, template_id AS "templateId", template_version AS "templateVersion", format, fps,
  width, height, duration_s AS "durationS", credits, public_key AS "publicKey", progress, created_at AS "createdAt",
  updated_at AS "updatedAt", metadata, eta_seconds AS "etaSeconds", file_size::float8 AS "fileSize",
  poster_key AS "posterKey", error, started_at AS "startedAt", finished_at AS "finishedAt",
  expires_at AS "expiresAt"`;

/** The columns of a video's update. */
export type VideoUpdateRow = ShownRow & Pick<VideoRow, 'orgId' | 'shownVersion'>;

/**
 * The Video a caller sees.
 *
 * @throws Error for a row that callers must not see: a bug
 */
export function toVideo(row: ShownRow, { publicBaseUrl, assetsUrl }: PublicAddresses): Video {
  if (!isVisible(row.status)) throw new Error(`video ${row.id} is ${row.status} and must not be shown`);
  return {
    id: row.id,
    status: row.status,
    self: `${publicBaseUrl}/videos/${row.id}`,
    video_url: `${assetsUrl}/${row.publicKey}`,
    metadata: row.metadata ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    template_id: row.templateId,
    template_version: row.templateVersion,
    format: row.format,
    fps: row.fps,
    width: row.width,
    height: row.height,
    duration: row.durationS,
    credits: row.credits,
    progress: row.progress,
    eta_seconds: row.etaSeconds ?? null,
    file_size: row.fileSize ?? null,
    poster_url: row.posterKey ? `${assetsUrl}/${row.posterKey}` : null,
    error: row.error ?? null,
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
  };
}

/**
 * The Video with its organization and version.
 *
 * @throws as {@link toVideo}
 */
export function toVideoUpdate(row: VideoUpdateRow, addresses: PublicAddresses): VideoUpdate {
  return { org_id: row.orgId, version: row.shownVersion, video: toVideo(row, addresses) };
}
