import type { EntityManager } from '@mikro-orm/postgresql';
import type { RenderStep } from '#libs/contracts';
import type { CutPlaces } from '#libs/drafts';
import { UNKNOWN_FIXED_MS } from '../videos/render-cost.js';
import type { StepState } from '../videos/step.entity.js';
import { cutPoints, soundMs } from './cut-points.js';

/** Videos cut in one round. */
const MOST_VIDEOS = 4;

/** Estimated CPU time of each frame that is joined, ms. */
const STITCH_MS_PER_FRAME = 0.1;

interface LongRow {
  video_id: string;
  cost_ms: number;
  frame_count: number;
  fps: number;
  cut_places: CutPlaces;
}

/** The oldest long videos that no renderer has begun, their steps locked. */
const UNCUT = `
  SELECT video_id, cost_ms, frame_count, fps, cut_places FROM segments JOIN videos ON id = video_id
   WHERE state = 'WAITING' AND long AND step = 'video' AND epoch = 0 AND cut_places IS NOT NULL AND status = 'PROCESSING'
   ORDER BY queued_at LIMIT ${MOST_VIDEOS} FOR UPDATE OF segments SKIP LOCKED`;

/**
 * Replaces the only step of a video, $2, by the steps of the cut video, which take over its organization and its time
 * in the queue.
 */
const REPLACE = `
  WITH whole AS (
    DELETE FROM segments WHERE video_id = ? AND segment = 0 RETURNING video_id, org_id, test, queued_at
  )
  INSERT INTO segments (video_id, segment, org_id, step, from_frame, to_frame, state, test, queued_at, cost_ms, long)
  SELECT video_id, row.segment, org_id, row.step, row.from_frame, row.to_frame, row.state, test, queued_at, row.cost_ms, row.long
    FROM whole CROSS JOIN jsonb_to_recordset(?::jsonb)
         AS row (segment int, step text, from_frame int, to_frame int, state text, cost_ms int, long boolean)`;

/** A step of a video that is cut. */
interface CutStep {
  segment: number;
  step: RenderStep;
  from_frame: number;
  to_frame: number;
  state: StepState;
  cost_ms: number;
  long: boolean;
}

/**
 * The steps of a video: its pictures in order, then its sound, then its assets if it has any, then the stitching. A
 * step is BLOCKED until the steps whose files it reads are DONE: pictures and sound read the assets, the stitching
 * reads everything.
 */
function cutSteps(
  video: { frameCount: number; fps: number; costMs: number; hasAssets: boolean },
  points: readonly number[],
): CutStep[] {
  const { frameCount, costMs, hasAssets } = video;
  const bounds = [0, ...points, frameCount];
  const afterAssets: StepState = hasAssets ? 'BLOCKED' : 'WAITING';
  const pictures = bounds.slice(1).map((to_frame, n) => {
    const from_frame = bounds[n]!;
    const cost_ms = Math.ceil(UNKNOWN_FIXED_MS + (costMs * (to_frame - from_frame)) / frameCount);
    return { step: 'pictures' as const, from_frame, to_frame, state: afterAssets, cost_ms, long: true };
  });
  const all = { from_frame: 0, to_frame: frameCount, long: false };
  const soundCostMs = Math.ceil(UNKNOWN_FIXED_MS + soundMs(video));
  const sound = { ...all, step: 'sound' as const, state: afterAssets, cost_ms: soundCostMs };
  const assets = { ...all, step: 'assets' as const, state: 'WAITING' as const, cost_ms: UNKNOWN_FIXED_MS };
  const stitchMs = Math.ceil(UNKNOWN_FIXED_MS + STITCH_MS_PER_FRAME * frameCount);
  const stitch = { ...all, step: 'stitch' as const, state: 'BLOCKED' as const, cost_ms: stitchMs };
  return [...pictures, sound, ...(hasAssets ? [assets] : []), stitch].map((each, segment) => ({ segment, ...each }));
}

/**
 * Cuts the longest-waiting videos that are worth it, in the dispatcher's transaction.
 *
 * @param freeSlots that one organization may use at once
 */
export async function cutVideos(tx: EntityManager, freeSlots: number): Promise<void> {
  for (const { video_id, cost_ms, frame_count, fps, cut_places } of await tx.execute<LongRow[]>(UNCUT)) {
    const video = { frameCount: frame_count, fps, costMs: cost_ms, ...cut_places };
    const points = cutPoints(video, freeSlots);
    if (points.length === 0) await tx.execute('UPDATE videos SET cut_places = NULL WHERE id = ?', [video_id]);
    else await tx.execute(REPLACE, [video_id, JSON.stringify(cutSteps(video, points))]);
  }
}
