import type { PreparedStatement } from '#libs/database';
import { SHOWN_COLUMNS } from '../videos/to-video.js';
import { WHOLE_SECONDS } from '../videos/video-progress.js';

/** A video that is being rendered, as {@link RENEW} finds it. */
export interface VideoProgress {
  id: string;
  frame_count: number;
  progress: number;
  frames_done: number;
  frames_per_s: number | null;
}

/**
 * Renews the leases of many attempts, each by the age of its heartbeat in $5, ms, and returns the progress of their
 * videos. Times are PostgreSQL's, because the clocks of replicas may differ, in whole milliseconds, as the column
 * stores them. A lease is written again only after $6 ms: until then its heartbeats report progress and write nothing.
 * Skips locked rows, so that none delays the others and no two processes wait for each other; the next heartbeat renews
 * them. Numbers are passed as float8, which holds every JSON number: a number outside of int4 must not fail the whole
 * statement.
 */
export const RENEW: PreparedStatement = {
  name: 'renew-leases',
  text: `
  WITH beat AS (
    SELECT video_id, segment, epoch, frames_done, date_trunc('milliseconds', now() - age_ms * interval '1 ms') AS received_at
      FROM unnest($1::uuid[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])
           AS beat (video_id, segment, epoch, frames_done, age_ms)
  ), alive AS MATERIALIZED (
    SELECT video_id, segment, least(greatest(segments.frames_done, beat.frames_done), to_frame - from_frame) AS frames_done
      FROM beat JOIN segments USING (video_id, segment)
     WHERE segments.epoch = beat.epoch AND state = 'LEASED'
  ), due AS MATERIALIZED (
    SELECT video_id, segment, beat.frames_done, received_at FROM beat JOIN segments USING (video_id, segment)
     WHERE segments.epoch = beat.epoch AND state = 'LEASED'
       AND (heartbeat_at <= received_at - $6::float8 * interval '1 ms') IS NOT FALSE
       FOR NO KEY UPDATE OF segments SKIP LOCKED
  ), renewed AS (
    UPDATE segments
       SET heartbeat_at = due.received_at,
           frames_done = least(greatest(segments.frames_done, due.frames_done), to_frame - from_frame)
      FROM due WHERE segments.video_id = due.video_id AND segments.segment = due.segment
  ), counted AS (
    SELECT video_id, state, claimed_at,
           CASE WHEN state = 'DONE' THEN to_frame - from_frame
                ELSE coalesce(alive.frames_done, segments.frames_done) END AS frames_done
      FROM segments LEFT JOIN alive USING (video_id, segment)
     WHERE video_id = ANY (ARRAY(SELECT video_id FROM alive)) AND step IN ('video', 'pictures')
  )
  SELECT id, frame_count, progress, sum(frames_done)::int AS frames_done,
         (sum(frames_done / greatest(0.001, extract(epoch FROM now() - claimed_at)))
           FILTER (WHERE state = 'LEASED'))::float AS frames_per_s
    FROM videos JOIN counted ON video_id = id
   WHERE status = 'PROCESSING' GROUP BY id`,
};

/**
 * Writes the progress of many videos; returns those that changed for callers: another percentage, or an estimate that is off
 * by a tenth. Without a frame drawn the estimate stays that of the queue. A video is thus written about equally often, however long it takes. Skips locked rows and accepts every number,
 * as {@link RENEW} does.
 */
export const SHOW: PreparedStatement = {
  name: 'show-progress',
  text: `
  WITH reached AS (
    SELECT video_id, percent, ${WHOLE_SECONDS} AS eta
      FROM unnest($1::uuid[], $2::int[], $3::float8[]) AS reached (video_id, percent, seconds)
  ), changed AS MATERIALIZED (
    SELECT video_id, percent, coalesce(eta, eta_seconds) AS eta FROM reached JOIN videos ON id = video_id
     WHERE status = 'PROCESSING'
       AND (progress < percent OR progress = percent AND eta_seconds IS DISTINCT FROM eta
                                  AND (10 * abs(eta_seconds::float8 - eta) >= eta_seconds) IS NOT FALSE)
       FOR NO KEY UPDATE OF videos SKIP LOCKED
  )
  UPDATE videos SET progress = percent, eta_seconds = eta, updated_at = $4
    FROM changed WHERE id = video_id
  RETURNING ${SHOWN_COLUMNS}, shown_version AS "shownVersion", org_id AS "orgId"`,
};

/** The videos among many that have ended. */
export const ENDED: PreparedStatement = {
  name: 'ended-videos',
  text: `SELECT id FROM videos WHERE id = ANY ($1::uuid[]) AND finished_at IS NOT NULL`,
};
