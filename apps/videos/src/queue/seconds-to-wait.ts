/** A step that waits, with what is queued ahead of it in its own organization. */
export interface QueuedStep {
  orgId: string;
  /** Estimated CPU milliseconds. */
  costMs: number;
  /** Costs of the organization's steps that wait longer. */
  aheadMs: number;
}

/** Pending work of the renderers, in CPU milliseconds, and the rate at which they do it. */
export interface PendingWork {
  /** Costs of each organization's waiting steps. */
  waitingMs: ReadonlyMap<string, number>;
  /** Remaining costs of the steps that are dispatched or being drawn. */
  activeMs: number;
  /** Slots of all renderers. */
  slots: number;
  /** Slots that one organization may use at once. */
  perOrg: number;
  /** Milliseconds that an attempt lasts for each millisecond of its CPU time. */
  pace: number;
}

/**
 * Seconds until a waiting step is drawn, rounded up; null without renderers. Organizations take turns, so until then
 * each other organization is served at most as much as this one; and no organization is faster than its own share of
 * the slots.
 */
export function secondsToWait({ orgId, costMs, aheadMs }: QueuedStep, backlog: PendingWork): number | null {
  const { waitingMs, activeMs, slots, perOrg, pace } = backlog;
  if (slots <= 0) return null;
  let beforeMs = activeMs + aheadMs;
  for (const [other, ms] of waitingMs) if (other !== orgId) beforeMs += Math.min(ms, aheadMs + costMs);
  const untilBegunMs = Math.max(beforeMs / slots, aheadMs / Math.min(slots, perOrg));
  return Math.ceil(((untilBegunMs + costMs) * pace) / 1_000);
}
