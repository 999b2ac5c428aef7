import type { StepState } from './step.entity.js';

/** The facts of an attempt, or of a job on its way to a slot, that decide its cost. */
export interface SlotAttempt {
  state: StepState;
  /** CPU milliseconds that the queue charged for it when it was dispatched. */
  costMs: number;
  claimedAt?: Date | null | undefined;
}

/** A failed attempt has held up others if it took this multiple of its estimate and at least this time, ms. */
const OVERRUN_FACTOR = 10;
const OVERRUN_FROM_MS = 10_000;

/** Milliseconds for which an attempt has held its slot at `endMs`; 0 if no renderer holds it. */
export function slotUseMs({ state, claimedAt }: SlotAttempt, endMs: number): number {
  return state === 'LEASED' && claimedAt ? Math.max(0, endMs - claimedAt.getTime()) : 0;
}

/**
 * Correction of the organization's virtual time when an attempt ends in any way, ms: the time for which it held its
 * slot, less its estimate. Negative if it held it for less.
 */
export function dueMs(attempt: SlotAttempt, endMs: number): number {
  const isCharged = attempt.state === 'LEASED' || attempt.state === 'DISPATCHED';
  return isCharged ? slotUseMs(attempt, endMs) - attempt.costMs : 0;
}

/** Whether a failed attempt has held its slot far longer than it was expected to. */
export function hasOverrun(attempt: SlotAttempt, endMs: number): boolean {
  return slotUseMs(attempt, endMs) >= Math.max(OVERRUN_FROM_MS, OVERRUN_FACTOR * attempt.costMs);
}
