import type { CreditTransaction } from '#libs/contracts';
import type { TransferRow } from './transfer.entity.js';

/** The transaction that callers see. */
export function toTransaction(transfer: TransferRow): CreditTransaction {
  return {
    id: transfer.id,
    kind: transfer.kind,
    amount: transfer.amount,
    video_id: transfer.holdId ?? null,
    created_at: transfer.createdAt.toISOString(),
  };
}
