import type { EntityManager } from '@mikro-orm/postgresql';
import type { StepRow } from './step.entity.js';
import { databaseTime } from './database-time.js';
import { dueMs } from './slot-use.js';

/** A change of an organization's virtual time in the queue. */
export interface SlotCharge {
  orgId: string;
  isTest: boolean;
  /** Milliseconds that its virtual time lacks; below 0 if it was charged too much. */
  ms: number;
  /** Whether it is held back from now on: one slot at once. Absent: as before. */
  isHeldBack?: boolean;
}

/** Charges an organization, in the transaction that ends its attempt. Lock its steps before, as the dispatcher does. */
export async function chargeSlots(tx: EntityManager, { orgId, isTest, ms, isHeldBack }: SlotCharge): Promise<void> {
  const finish = isTest ? 'test_finish_ms' : 'finish_ms';
  await tx.execute(
    `UPDATE dispatch_turns SET ${finish} = greatest(0, ${finish} + ?::bigint), held_back = coalesce(?, held_back)
      WHERE org_id = ?`,
    [Math.round(ms), isHeldBack ?? null, orgId],
  );
}

/** Charges for steps of one video whose attempts end now. */
export async function chargeEnded(tx: EntityManager, steps: readonly StepRow[]): Promise<void> {
  const [first] = steps;
  if (!first) return;
  const nowMs = (await databaseTime(tx)).getTime();
  const ms = steps.reduce((sum, step) => sum + dueMs(step, nowMs), 0);
  await chargeSlots(tx, { orgId: first.orgId, isTest: first.test, ms });
}

/**
 * Whether an organization whose latest attempt timed out has a slot already. Locks its row of the queue, so that of two
 * claims at the same time one finds the other's.
 */
export async function isHeldBack(tx: EntityManager, { orgId, test, video, index }: StepRow): Promise<boolean> {
  const [held] = await tx.execute<object[]>(
    'SELECT org_id FROM dispatch_turns WHERE org_id = ? AND held_back FOR NO KEY UPDATE',
    [orgId],
  );
  if (!held) return false;
  const [other] = await tx.execute<object[]>(
    `SELECT video_id FROM segments
      WHERE org_id = ? AND state = 'LEASED' AND test = ? AND (video_id, segment) <> (?, ?) LIMIT 1`,
    [orgId, test, video.id, index],
  );
  return other !== undefined;
}
