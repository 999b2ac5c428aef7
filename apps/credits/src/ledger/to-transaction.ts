import type { CreditTransaction } from '#libs/contracts';
import type { Transfer } from './transfer.entity.js';

/** The transaction that callers see. */
export function toTransaction(transfer: Transfer): CreditTransaction {
  return {
    id: transfer.id,
    kind: transfer.kind,
    amount: transfer.amount,
    video_id: transfer.holdId ?? null,
    created_at: transfer.createdAt.toISOString(),
  };
}
