import type { PreparedStatement } from '#libs/database';
import type { VideoDraft } from '#libs/drafts';
import { columnOf } from './columns.js';
import { estimateOf, LONG_MS } from './render-cost.js';
import type { VideoRow } from './video.entity.js';

/** The values of a reserved row. */
export type Reservation = VideoDraft &
  Pick<
    VideoRow,
    | 'id'
    | 'orgId'
    | 'templateId'
    | 'templateVersion'
    | 'publicKey'
    | 'traceHeaders'
    | 'createdAt'
    | 'updatedAt'
    | 'batchId'
    | 'batchRow'
    | 'cells'
    | 'replaces'
    | 'creatorType'
    | 'creatorId'
  > & {
    status: 'RESERVING';
  };

/** The type of each field's column. */
const TYPES = {
  id: 'uuid',
  orgId: 'uuid',
  status: 'text',
  templateId: 'uuid',
  templateVersion: 'int',
  publicKey: 'text',
  traceHeaders: 'jsonb',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  size: 'text',
  format: 'text',
  fps: 'int',
  width: 'int',
  height: 'int',
  frameCount: 'int',
  durationS: 'float8',
  credits: 'int',
  test: 'boolean',
  document: 'json',
  request: 'json',
  cutPlaces: 'json',
  expectedMs: 'int',
  audioUrl: 'text',
  keyFrameIntervalS: 'float8',
  maxWidth: 'int',
  loop: 'int',
  metadata: 'text',
  callback: 'json',
  batchId: 'uuid',
  batchRow: 'int',
  cells: 'json',
  replaces: 'uuid',
  creatorType: 'text',
  creatorId: 'uuid',
} as const satisfies Record<keyof Reservation, string>;
/** Fields in the order of {@link RESERVE}'s first values: one array for each field, with one element for each video. */
export const FIELDS = Object.keys(TYPES) as (keyof Reservation)[];
/** Their columns. */
export const NAMES = FIELDS.map(columnOf);
/** The parameters of the arrays of {@link FIELDS}. */
export const ARRAYS = FIELDS.map((field, index) => `$${index + 1}::${TYPES[field]}[]`);
const [KEY, SHA, OLDEST] = [1, 2, 3].map((place) => `$${FIELDS.length + place}`);

/**
 * Inserts rows and their keys together; returns no row where another request has the key. An expired key may be claimed
 * again. Keys are claimed in one order, so that batches of several processes cannot deadlock.
 */
export const RESERVE: PreparedStatement = {
  name: 'reserve',
  text: `
  WITH given AS (
    SELECT * FROM unnest(${ARRAYS.join(', ')}, ${KEY}::text[], ${SHA}::text[])
                  AS given (${NAMES.join(', ')}, key, body_sha256)
  ), claimed AS (
    INSERT INTO idempotency_keys AS held (org_id, key, body_sha256, video_id, created_at)
    SELECT DISTINCT ON (org_id, key) org_id, key, body_sha256, id, clock_timestamp()
      FROM given WHERE key IS NOT NULL ORDER BY org_id, key
    ON CONFLICT (org_id, key) DO UPDATE
      SET body_sha256 = excluded.body_sha256, video_id = excluded.video_id, answer = NULL, created_at = excluded.created_at
      WHERE held.created_at < ${OLDEST}::timestamptz
    RETURNING video_id
  )
  INSERT INTO videos (${NAMES.join(', ')})
  SELECT ${NAMES.join(', ')} FROM given WHERE key IS NULL OR id IN (SELECT video_id FROM claimed)
  RETURNING id`,
};

/** Columns of a video that queuing its step needs: the input of {@link QUEUE}. */
export const QUEUED = `videos.id, org_id, frame_count, test, template_id, template_version, format, width, height, expected_ms`;

/** Inserts the steps of the videos in the table `video`, with their estimates. */
export const QUEUE = (queuedAt: string) => `
    INSERT INTO segments (video_id, segment, org_id, from_frame, to_frame, state, test, queued_at, cost_ms, long)
    SELECT id, 0, org_id, 0, frame_count, 'WAITING', test, ${queuedAt}, cost_ms, cost_ms >= ${LONG_MS} AND NOT test
      FROM (SELECT *, ${estimateOf('video')} AS cost_ms FROM video) AS estimated`;

/** Makes the videos visible, queues their steps, and stores the responses with their keys. */
export const ACCEPT_VIDEOS: PreparedStatement = {
  name: 'accept',
  text: `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::json[]) AS given (id, accepted_at, response)
  ), video AS (
    UPDATE videos SET status = 'PROCESSING', accepted_at = given.accepted_at, updated_at = given.accepted_at
      FROM given WHERE videos.id = given.id AND status = 'RESERVING'
    RETURNING ${QUEUED}, given.accepted_at, response
  ), queued AS (${QUEUE('accepted_at')}
  ), responded AS (
    UPDATE idempotency_keys SET answer = video.response FROM video WHERE video_id = video.id
  )
  SELECT id FROM video`,
};

/**
 * Accepts a reserved video in the place of a failed one, which leaves its batch; the batch is PROCESSING again. Returns no
 * row if the reservation was given up, if the failed video has no such place any more, or if its batch was canceled.
 */
export const ACCEPT_CORRECTION: PreparedStatement = {
  name: 'accept-correction',
  text: `
  WITH fresh AS (
    SELECT id, credits, replaces FROM videos WHERE id = $1 AND status = 'RESERVING' FOR UPDATE
  ), failed AS (
    SELECT old.id, old.batch_id, old.batch_row, old.cells, fresh.credits - old.credits AS more
      FROM fresh JOIN videos AS old ON old.id = fresh.replaces
     WHERE old.status = 'FAILED' AND old.batch_id IS NOT NULL FOR UPDATE OF old
  ), batch AS (
    UPDATE batches SET status = 'PROCESSING', totals = NULL, finished_at = NULL, corrections = corrections + 1,
           credits = batches.credits + failed.more
      FROM failed
     WHERE batches.id = failed.batch_id AND batches.canceled_at IS NULL
    RETURNING batches.id, failed.id AS failed_id, failed.batch_row, failed.cells
  ), replaced AS (
    UPDATE videos SET batch_id = NULL, batch_row = NULL, replaced_by = $1, updated_at = $2::timestamptz
      FROM batch WHERE videos.id = batch.failed_id
  ), video AS (
    UPDATE videos SET status = 'PROCESSING', accepted_at = $2::timestamptz, updated_at = $2::timestamptz,
           batch_id = batch.id, batch_row = batch.batch_row, cells = batch.cells
      FROM batch WHERE videos.id = $1
    RETURNING ${QUEUED}
  ), queued AS (${QUEUE('$2::timestamptz')}
  ), responded AS (
    UPDATE idempotency_keys SET answer = $3::json FROM video WHERE video_id = video.id
  )
  SELECT id FROM video`,
};
