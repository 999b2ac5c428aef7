import { Injectable } from '@nestjs/common';
import {
  AppError,
  type FindVideoFile,
  type GetVideo,
  type ListedVideo,
  type ListVideos,
  type Page,
  pageOf,
  type ReadVideos,
  type ShownVideo,
  type VideoAttempts,
  type VideoDetails,
  type VideoUpdate,
  type VideoFile,
  VIDEO_STATUSES,
  type VideoStatus,
} from '#libs/contracts';
import { type PreparedStatement, PreparedStatements } from '#libs/database';
import { creatorOf } from '../documents/creator-of.js';
import { VideosConfig } from '../videos.config.js';
import { isFiltered, listFiltered } from './filtered-videos.js';
import { toListedVideos } from './listed-videos.js';
import { type VideoUpdateRow, SHOWN_COLUMNS, type ShownRow, toVideo, toVideoUpdate } from './to-video.js';
import { countVideos } from './video-counts.js';
import { pollAfterS } from './video-progress.js';
import type { VideoRow } from './video.entity.js';

const FIND_VIDEO: PreparedStatement = {
  name: 'find-video',
  text: `
  SELECT ${SHOWN_COLUMNS}, shown_version AS "shownVersion" FROM videos
   WHERE id = $1 AND org_id = $2 AND status = ANY ($3)`,
};

const FIND_FILE: PreparedStatement = {
  name: 'find-file',
  text: `
  SELECT expires_at AS "expiresAt" FROM videos
   WHERE id = $1 AND status = 'COMPLETED' AND files_removed_at IS NULL AND (expires_at > clock_timestamp() OR expires_at IS NULL)`,
};

const READ_VIDEOS: PreparedStatement = {
  name: 'read-videos',
  text: `
  SELECT ${SHOWN_COLUMNS}, shown_version AS "shownVersion", org_id AS "orgId" FROM videos
   WHERE id = ANY ($1::uuid[]) AND status = ANY ($2)`,
};

/**
 * Finds a page by an index scan of each status: rows that callers do not see are not read, however many there are. The limit
 * of each scan makes PostgreSQL merge them in the index's order instead of sorting all rows.
 */
function listOf(name: string, statuses: readonly VideoStatus[]): PreparedStatement {
  const newest = 'ORDER BY created_at DESC, id DESC';
  const found = statuses.map(
    (status) => `
      (SELECT id, created_at FROM videos WHERE org_id = $1 AND status = '${status}' ${newest} LIMIT $2::bigint + $3)`,
  );
  return {
    name: `list-videos-${name}`,
    text: `
    SELECT ${SHOWN_COLUMNS} FROM videos WHERE id IN (
      SELECT id FROM (${found.join(' UNION ALL')}) AS found ${newest} LIMIT $2 OFFSET $3
    ) ${newest}`,
  };
}

const LIST_VIDEOS = {
  all: listOf('all', VIDEO_STATUSES),
  PROCESSING: listOf('processing', ['PROCESSING']),
  COMPLETED: listOf('completed', ['COMPLETED']),
  FAILED: listOf('failed', ['FAILED']),
  CANCELED: listOf('canceled', ['CANCELED']),
} as const satisfies Record<VideoStatus | 'all', PreparedStatement>;

/** The videos of a batch in the order of its rows; of one status, or of all. */
const LIST_OF_BATCH: PreparedStatement = {
  name: 'list-videos-of-batch',
  text: `
  SELECT ${SHOWN_COLUMNS} FROM videos WHERE batch_id = $1 AND org_id = $2 AND status = ANY ($3)
   ORDER BY batch_row, size LIMIT $4 OFFSET $5`,
};

const COUNT_OF_BATCH: PreparedStatement = {
  name: 'count-videos-of-batch',
  text: `SELECT count(*)::int AS total FROM videos WHERE batch_id = $1 AND org_id = $2 AND status = ANY ($3)`,
};

/** The id of another video that a column names; null once that video is deleted. */
function otherVideo(column: string): string {
  return `(SELECT other.id FROM videos AS other WHERE other.id = videos.${column} AND other.status = ANY ($3))`;
}

const DETAILS: PreparedStatement = {
  name: 'video-details',
  text: `
  SELECT request, ${otherVideo('replaces')} AS replaces, ${otherVideo('replaced_by')} AS "replacedBy", creator_type AS "creatorType", creator_id AS "creatorId", template_id AS "templateId", template_version AS "templateVersion", accepted_at AS "acceptedAt", drawn.*
    FROM videos, LATERAL (
      SELECT sum(attempts)::int AS made, sum(faults)::int AS failed, sum(losses)::int AS lost
        FROM segments WHERE video_id = videos.id
    ) AS drawn
   WHERE videos.id = $1 AND videos.org_id = $2 AND videos.status = ANY ($3)`,
};

type DetailsRow = Pick<
  VideoRow,
  'templateId' | 'templateVersion' | 'acceptedAt' | 'creatorType' | 'creatorId' | 'replaces' | 'replacedBy'
> & {
  request: Record<string, unknown> | null;
} & { [Count in keyof VideoAttempts]: number | null };

/** Reads the videos of one organization; reservations are hidden. */
@Injectable()
export class VideosService {
  constructor(
    private readonly statements: PreparedStatements,
    private readonly config: VideosConfig,
  ) {}

  /** @throws AppError RESOURCE_NOT_FOUND for an unknown video and for another organization's */
  async get({ org_id, id }: GetVideo): Promise<ShownVideo> {
    const [row] = await this.statements.run<ShownRow & Pick<VideoRow, 'shownVersion'>>(FIND_VIDEO, [
      id,
      org_id,
      VIDEO_STATUSES,
    ]);
    if (!row) throw new AppError('RESOURCE_NOT_FOUND');
    const video = toVideo(row, this.config);
    return { video, version: row.shownVersion, retry_after_s: pollAfterS(video) };
  }

  /** @throws AppError RESOURCE_NOT_FOUND if the video has no file: not finished, deleted or expired */
  async fileOf({ id }: FindVideoFile): Promise<VideoFile> {
    const [row] = await this.statements.run<{ expiresAt: Date | null }>(FIND_FILE, [id]);
    if (!row) throw new AppError('RESOURCE_NOT_FOUND');
    return { expires_at: row.expiresAt?.toISOString() ?? null };
  }

  /** The visible ones among many videos, with their organizations and versions. */
  async readMany({ ids }: ReadVideos): Promise<VideoUpdate[]> {
    const rows = await this.statements.run<VideoUpdateRow>(READ_VIDEOS, [ids, VIDEO_STATUSES]);
    return rows.map((row) => toVideoUpdate(row, this.config));
  }

  /** @throws AppError as {@link get} */
  async details({ org_id, id }: GetVideo): Promise<VideoDetails> {
    const [row] = await this.statements.run<DetailsRow>(DETAILS, [id, org_id, VIDEO_STATUSES]);
    if (!row) throw new AppError('RESOURCE_NOT_FOUND');
    const { request, templateId: template_id, templateVersion: version, acceptedAt, made, failed, lost } = row;
    return {
      request: request && { ...request, template_id, version },
      created_by: creatorOf(row),
      replaces: row.replaces ?? null,
      replaced_by: row.replacedBy ?? null,
      queued_at: acceptedAt?.toISOString() ?? null,
      attempts: made === null ? null : { made, failed: failed ?? 0, lost: lost ?? 0 },
    };
  }

  async list(request: ListVideos): Promise<Page<ListedVideo>> {
    if (isFiltered(request)) {
      const { total, rows } = await listFiltered(this.statements, request);
      return this.pageOf(rows, total, request);
    }
    if (request.batch_id !== undefined) return this.listOfBatch(request, request.batch_id);
    const { org_id: orgId, status, limit = 20, offset = 0 } = request;
    const total = await countVideos(this.statements, orgId, status);
    if (offset >= total) return pageOf<ListedVideo>([], total, request);
    const rows = await this.statements.run<ShownRow>(LIST_VIDEOS[status ?? 'all'], [orgId, limit, offset]);
    return this.pageOf(rows, total, request);
  }

  private async listOfBatch(request: ListVideos, batchId: string): Promise<Page<ListedVideo>> {
    const { org_id: orgId, status, limit = 20, offset = 0 } = request;
    const which = [batchId, orgId, status === undefined ? VIDEO_STATUSES : [status]];
    const [count] = await this.statements.run<{ total: number }>(COUNT_OF_BATCH, which);
    const rows = await this.statements.run<ShownRow>(LIST_OF_BATCH, [...which, limit, offset]);
    return this.pageOf(rows, count!.total, request);
  }

  private async pageOf(rows: readonly ShownRow[], total: number, request: ListVideos): Promise<Page<ListedVideo>> {
    const videos = rows.map((row) => toVideo(row, this.config));
    return pageOf(await toListedVideos(this.statements, videos), total, request);
  }
}
