import type { Video, VideoUpdate } from '#libs/contracts';
import { selectList } from './columns.js';
import type { VideoRow } from './video.entity.js';
import { isVisible } from './video-status.js';

/** The addresses at which callers reach the API and the files. */
export interface PublicAddresses {
  /** `{base_url}` of docs/api.md, with `/v1`. */
  publicBaseUrl: string;
  assetsUrl: string;
}

/** The fields that callers see of every video. */
const SHOWN_FIELDS = [
  'id',
  'status',
  'templateId',
  'templateVersion',
  'size',
  'format',
  'fps',
  'width',
  'height',
  'durationS',
  'credits',
  'test',
  'publicKey',
  'progress',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof VideoRow)[];

/** Further fields that callers see, null until they have a value. */
const LATER_FIELDS = [
  'metadata',
  'callback',
  'etaSeconds',
  'fileSize',
  'posterKey',
  'error',
  'startedAt',
  'finishedAt',
  'expiresAt',
  'batchId',
  'batchRow',
] as const satisfies (keyof VideoRow)[];

/** The part of a row that callers see. */
export type ShownRow = Pick<VideoRow, (typeof SHOWN_FIELDS)[number]> &
  Partial<Pick<VideoRow, (typeof LATER_FIELDS)[number]>>;

/** The columns of a {@link ShownRow}, for a statement. */
export const SHOWN_COLUMNS = selectList([...SHOWN_FIELDS, ...LATER_FIELDS], { fileSize: 'float8' });

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
    webhook_url: row.callback?.url ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    template_id: row.templateId,
    template_version: row.templateVersion,
    size: row.size,
    format: row.format,
    fps: row.fps,
    width: row.width,
    height: row.height,
    duration: row.durationS,
    credits: row.credits,
    test: row.test,
    progress: row.progress,
    eta_seconds: row.etaSeconds ?? null,
    file_size: row.fileSize ?? null,
    poster_url: row.posterKey ? `${assetsUrl}/${row.posterKey}` : null,
    error: row.error ?? null,
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    batch_id: row.batchId ?? null,
    batch_row: row.batchRow ?? null,
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
