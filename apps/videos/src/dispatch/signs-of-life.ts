import { attemptLimitMs, type Encoder } from '#libs/contracts';
import { ANNOUNCEMENT_TTL_MS, type Pools } from './render-pools.js';

/** Work waiting for its first renderer for so long has failed, ms (API.md §4). */
export const QUEUE_LIMIT_MS = 24 * 60 * 60_000;

/** A video has failed so long after it was accepted, whoever had it and however often, ms (API.md §4). */
export const WHOLE_LIMIT_MS = 48 * 60 * 60_000;

/**
 * A renderer ends an attempt itself that draws for too long. Besides drawing it may wait for storage and for NATS, at most
 * so long in all, ms; after that nobody keeps the limit but us.
 */
const ATTEMPT_WAITS_MS = 30 * 60_000;

/** A job may lie in JetStream behind others for as long as those take; after this it is sent again in any case. */
const DISPATCH_LIMIT_MS = 10 * 60_000;

/**
 * Signs of life come every second. A lease is written again only this often, ms: by as much the latest may be younger than
 * what is written.
 */
export function renewalIntervalMs(leaseTimeoutMs: number): number {
  return leaseTimeoutMs / 12;
}

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

/** What has happened to a video that is still PROCESSING. */
export interface VideoClock {
  acceptedAtMs: number;
  /** When the first renderer began it. */
  startedAtMs: number | null;
  durationS: number;
  /** Of the attempt in progress: its claim and its renderer's latest sign of life. */
  attempt: { claimedAtMs: number; heardAtMs: number } | null;
}

/** Which of the video's limits is over. */
export type Overdue = 'not begun' | 'attempt' | 'whole';

/**
 * Whether a video has failed by the time it has taken, and by which limit; null while it has not. Time in the queue counts
 * only before the first renderer: what is lost with a renderer and waits again is not the video's doing. An attempt lasts
 * as long as its renderer shows life; one that has fallen silent is not overdue but lost.
 */
export function overdue({ acceptedAtMs, startedAtMs, durationS, attempt }: VideoClock, nowMs: number): Overdue | null {
  if (nowMs - acceptedAtMs >= WHOLE_LIMIT_MS) return 'whole';
  if (startedAtMs === null) return nowMs - acceptedAtMs >= QUEUE_LIMIT_MS ? 'not begun' : null;
  const limitMs = attemptLimitMs(durationS) + ATTEMPT_WAITS_MS;
  return attempt && attempt.heardAtMs - attempt.claimedAtMs >= limitMs ? 'attempt' : null;
}
