import { attemptLimitMs, type Encoder } from '#libs/contracts';
import { ANNOUNCEMENT_TTL_MS, type Pools } from '../queue/render-pools.js';

/** Most time that a video may wait for its first renderer, ms; then it fails (docs/api/videos.md). */
export const QUEUE_LIMIT_MS = 24 * 60 * 60_000;

/**
 * Most time from a video's acceptance to its end, however many attempts it had, ms; then it fails (docs/api/videos.md).
 */
export const WHOLE_LIMIT_MS = 48 * 60 * 60_000;

/**
 * Most time for which an attempt may wait for storage and for NATS in all, ms. A renderer itself ends an attempt that
 * draws for too long; one that exceeds this time as well is stuck, and this service ends the attempt.
 */
const ATTEMPT_WAITS_MS = 30 * 60_000;

/**
 * Time after which a job in JetStream is sent again in any case, ms. It may wait there for as long as the jobs before
 * it take.
 */
const DISPATCH_LIMIT_MS = 10 * 60_000;

/**
 * Interval at which a lease is written, ms. Heartbeats arrive every second, so the recorded sign of life may be older
 * than the latest one by this interval.
 */
export function renewalIntervalMs(leaseTimeoutMs: number): number {
  return leaseTimeoutMs / 12;
}

/**
 * The instant before which a sign of life is too old. Silence counts only within the listening window: after an outage of
 * this service every lease gets its full time again, so that an outage does not dispatch everything again.
 *
 * @param connectedSinceMs since when we have been connected; undefined while we are not
 * @returns null while the window is shorter than the timeout
 */
export function silenceBefore(nowMs: number, connectedSinceMs: number | undefined, timeoutMs: number): number | null {
  if (connectedSinceMs === undefined || nowMs - connectedSinceMs < timeoutMs) return null;
  return nowMs - timeoutMs;
}

/** A job that JetStream has and no renderer has claimed. */
export interface UnclaimedJob {
  encoder: Encoder;
  dispatchedAtMs: number;
}

/**
 * Whether the job counts as lost and is sent again: a renderer of its encoder is idle, all renderers of its encoder are gone
 * while others are there, or it has waited {@link DISPATCH_LIMIT_MS}. Sending a job that was not lost does no harm: its claim
 * is refused.
 *
 * @param patienceMs how long a job may wait while a renderer is idle
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

/** The times of a video that is still PROCESSING. */
export interface VideoClock {
  acceptedAtMs: number;
  /** Time at which the first renderer began the video. */
  startedAtMs: number | null;
  durationS: number;
  /** The attempt in progress: when it was claimed, and its renderer's latest sign of life. */
  attempt: { claimedAtMs: number; lastSignAtMs: number } | null;
}

/** The limit that the video has exceeded. */
export type Overdue = 'not begun' | 'attempt' | 'whole';

/**
 * The limit that the video has exceeded; null while there is none. Time in the queue counts only before the first renderer,
 * because a video does not cause the loss of a renderer. An attempt lasts as long as its renderer sends signs of life; a
 * silent attempt is not overdue but lost.
 */
export function overdue({ acceptedAtMs, startedAtMs, durationS, attempt }: VideoClock, nowMs: number): Overdue | null {
  if (nowMs - acceptedAtMs >= WHOLE_LIMIT_MS) return 'whole';
  if (startedAtMs === null) return nowMs - acceptedAtMs >= QUEUE_LIMIT_MS ? 'not begun' : null;
  const limitMs = attemptLimitMs(durationS) + ATTEMPT_WAITS_MS;
  return attempt && attempt.lastSignAtMs - attempt.claimedAtMs >= limitMs ? 'attempt' : null;
}
