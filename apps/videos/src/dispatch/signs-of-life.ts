import type { Encoder } from '#libs/contracts';
import { ANNOUNCEMENT_TTL_MS, type Pools } from './render-pools.js';

/** No video is given less time than this once a renderer has begun, ms. */
export const SHORTEST_LIMIT_MS = 5 * 60_000;

/** Work waiting for its first renderer for so long has failed (API.md §4). */
export const QUEUE_LIMIT_MS = 24 * 60 * 60_000;

/** A job may lie in JetStream behind others for as long as those take; after this it is sent again in any case. */
const DISPATCH_LIMIT_MS = 10 * 60_000;

/**
 * The instant before which a sign of life is too old. Silence counts only while we could have heard: after an outage of
 * our own every lease gets its full time again, so that an outage does not dispatch everything anew.
 *
 * @param connectedSinceMs since when we have been connected; undefined while we are not
 * @returns null when nothing can be said yet
 */
export function silenceBefore(nowMs: number, connectedSinceMs: number | undefined, timeoutMs: number): number | null {
  if (connectedSinceMs === undefined || nowMs - connectedSinceMs < timeoutMs) return null;
  return nowMs - timeoutMs;
}

/** A job handed to JetStream that nobody has claimed. */
export interface UnclaimedJob {
  encoder: Encoder;
  dispatchedAtMs: number;
}

/**
 * Whether such a job must be taken for lost and sent again: a renderer of its encoder stands idle all the same, its
 * encoder's renderers are gone while others are there, or it has waited {@link DISPATCH_LIMIT_MS}. Sending a job that was
 * not lost does no harm, its claim is refused.
 *
 * @param patienceMs how long an idle renderer may leave a job lying before it is taken for lost
 */
export function isLost(
  job: UnclaimedJob,
  pools: Pools,
  { nowMs, patienceMs }: { nowMs: number; patienceMs: number },
): boolean {
  const ageMs = nowMs - job.dispatchedAtMs;
  if (ageMs >= DISPATCH_LIMIT_MS) return true;
  const pool = pools[job.encoder];
  if (pool) return pool.free > 0 && ageMs >= patienceMs;
  return Object.keys(pools).length > 0 && ageMs >= Math.min(patienceMs, ANNOUNCEMENT_TTL_MS);
}

/** When a video must have ended; the times are those of its acceptance and of the first renderer that began. */
export interface VideoClock {
  acceptedAtMs: number;
  startedAtMs: number | null;
  durationS: number;
}

/** Instant at which a video still PROCESSING has failed: max(5 min, 20 × duration) after it began, 24 h in the queue. */
export function deadlineOf({ acceptedAtMs, startedAtMs, durationS }: VideoClock): number {
  if (startedAtMs === null) return acceptedAtMs + QUEUE_LIMIT_MS;
  return startedAtMs + Math.max(SHORTEST_LIMIT_MS, 20 * durationS * 1_000);
}
