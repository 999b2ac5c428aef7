import type { PreparedStatement } from '#libs/database';
import { ARRAYS, FIELDS, NAMES, QUEUE, QUEUED } from '../videos/reservation-statements.js';

const after = (place: number): string => `$${FIELDS.length + place}`;

/** Inserts the hidden row of a batch and claims its key; returns no row where another request has the key. */
export const OPEN: PreparedStatement = {
  name: 'open-batch',
  text: `
  WITH claimed AS (
    INSERT INTO idempotency_keys AS held (org_id, key, body_sha256, video_id, created_at)
    SELECT $2::uuid, $11::text, $12::text, $1::uuid, clock_timestamp() WHERE $11 IS NOT NULL
    ON CONFLICT (org_id, key) DO UPDATE
      SET body_sha256 = excluded.body_sha256, video_id = excluded.video_id, answer = NULL, created_at = excluded.created_at
      WHERE held.created_at < $13::timestamptz
    RETURNING video_id
  )
  INSERT INTO batches (id, org_id, status, name, template_id, template_version, format, test, retry_of, videos, created_at,
                       touched_at, trace_headers, metadata, webhook_url)
  SELECT $1::uuid, $2::uuid, 'RESERVING', $3::text, $4::uuid, $5::int, $6::text, $7::boolean, $8::uuid, $9::int,
         $10::timestamptz, clock_timestamp(), $14::jsonb, $15::text, $16::text
   WHERE $11 IS NULL OR EXISTS (SELECT FROM claimed)
  RETURNING id`,
};

/**
 * An SQL condition that holds while the batch is being accepted, so that a batch that was given up gets no further
 * rows. It locks the row of the batch: rows are added either before it is given up or not at all.
 */
const ALIVE = (place: string): string => `
  WITH alive AS (
    UPDATE batches SET touched_at = clock_timestamp() WHERE id = ${place}::uuid AND status = 'RESERVING' RETURNING id
  )`;

/** Inserts hidden rows of videos. */
export const RESERVE_ROWS: PreparedStatement = {
  name: 'reserve-rows',
  text: `${ALIVE(after(1))}
  INSERT INTO videos (${NAMES.join(', ')})
  SELECT ${NAMES.join(', ')} FROM unnest(${ARRAYS.join(', ')}) AS given (${NAMES.join(', ')})
   WHERE EXISTS (SELECT FROM alive)
  RETURNING id`,
};

/** The columns in which the copy of a video differs from it. */
const OWN = new Set(
  'id status public_key batch_id created_at updated_at trace_headers creator_type creator_id replaces'.split(' '),
);
const COPIED = NAMES.filter((name) => !OWN.has(name));

/** Inserts hidden rows of videos like the FAILED ones of another batch: $3 ids and $4 storage keys, in the order of rows. */
export const RESERVE_COPIES: PreparedStatement = {
  name: 'reserve-copies',
  text: `${ALIVE('$1')}, failed AS (
    SELECT ${COPIED.join(', ')}, row_number() OVER (ORDER BY batch_row) AS place
      FROM videos WHERE batch_id = $2::uuid AND status = 'FAILED' AND document IS NOT NULL
  )
  INSERT INTO videos (id, public_key, status, batch_id, created_at, updated_at, trace_headers, creator_type, creator_id,
                      ${COPIED.join(', ')})
  SELECT fresh.id, fresh.public_key, 'RESERVING', $1::uuid, $5::timestamptz, $5::timestamptz, $6::jsonb, $7::text, $8::uuid,
         ${COPIED.join(', ')}
    FROM failed JOIN unnest($3::uuid[], $4::text[]) WITH ORDINALITY AS fresh (id, public_key, place) USING (place)
   WHERE EXISTS (SELECT FROM alive)
  RETURNING id, credits`,
};

/**
 * The videos that a retry of a batch would render again: the number of its FAILED videos, and of those that still have
 * their document.
 */
export const FAILED: PreparedStatement = {
  name: 'failed-of-batch',
  text: `
  SELECT count(*)::int AS failed, count(document)::int AS documented FROM videos WHERE batch_id = $1 AND status = 'FAILED'`,
};

/** Notes the credits that a batch may hold, before they are held. */
export const PRICE: PreparedStatement = {
  name: 'price-batch',
  text: `
  UPDATE batches SET holding = true, credits = $2, touched_at = clock_timestamp() WHERE id = $1 AND status = 'RESERVING'
  RETURNING id`,
};

/** Makes all videos of a batch visible, queues their steps, and stores the response with its key. */
export const ACCEPT_BATCH: PreparedStatement = {
  name: 'accept-batch',
  text: `
  WITH batch AS (
    UPDATE batches SET status = 'PROCESSING' WHERE id = $1 AND status = 'RESERVING' RETURNING id
  ), video AS (
    UPDATE videos SET status = 'PROCESSING', accepted_at = $2::timestamptz, updated_at = $2::timestamptz
      FROM batch WHERE batch_id = batch.id AND videos.status = 'RESERVING'
    RETURNING ${QUEUED}
  ), queued AS (${QUEUE('$2::timestamptz')}
  ), responded AS (
    UPDATE idempotency_keys SET answer = $3::json FROM batch WHERE video_id = batch.id
  )
  SELECT id FROM batch`,
};

/** Frees the key of a batch whose credits may be held, and leaves the rest to a repair pass. */
export const GIVE_UP: PreparedStatement = {
  name: 'give-up-batch',
  text: `
  WITH batch AS (
    UPDATE batches SET status = 'RELEASING' WHERE id = $1 AND status = 'RESERVING' RETURNING id
  )
  DELETE FROM idempotency_keys WHERE video_id IN (SELECT id FROM batch)`,
};

/** Removes a batch that holds nothing, with its videos and its key. */
export const REMOVE: PreparedStatement = {
  name: 'remove-batch',
  text: `
  WITH batch AS (
    DELETE FROM batches WHERE id = $1 AND status = $2 RETURNING id
  ), freed AS (
    DELETE FROM idempotency_keys WHERE video_id IN (SELECT id FROM batch)
  )
  DELETE FROM videos WHERE batch_id IN (SELECT id FROM batch) AND status = 'RESERVING'`,
};
