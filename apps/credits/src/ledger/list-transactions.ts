import type { EntityManager } from '@mikro-orm/postgresql';
import type { CreditTransaction } from '#libs/contracts';
import type { RawRow } from '#libs/database';
import { type BalanceChange, balanceChangeOf, TRANSFER_KINDS } from './transfer-rules.js';
import type { TransferRow } from './transfer.entity.js';

type ListedTransfer = RawRow<TransferRow, 'id' | 'kind' | 'createdAt'> & {
  hold_id: string | null;
  amount: string;
  available_after: string | null;
  held_after: string | null;
};

/** The change of a column of the account row by a transfer. */
const changeOf = (column: keyof BalanceChange): string =>
  `CASE kind ${TRANSFER_KINDS.map((kind) => `WHEN '${kind}' THEN ${balanceChangeOf(kind, 1)[column]}`).join(' ')} END * amount`;

/**
 * The transactions with the balance after each, computed backward from the account row. Both are read in one statement,
 * so from one snapshot. Balances of times before the retention are null: settled holds of that time may be archived
 * with their transfers, which the sum would lack.
 */
const LIST = `
  WITH newest AS (
    SELECT id, kind, amount, hold_id, created_at FROM transfers WHERE org_id = ?
     ORDER BY created_at DESC, id DESC LIMIT ?::bigint + ?
  ), placed AS (
    SELECT newest.*, coalesce(sum(${changeOf('available')}) OVER later, 0) AS later_available,
           coalesce(sum(${changeOf('held')}) OVER later, 0) AS later_held
      FROM newest WINDOW later AS (ORDER BY created_at DESC, id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  )
  SELECT placed.id, kind, amount, hold_id, placed.created_at,
         CASE WHEN placed.created_at >= kept.since THEN available - later_available END AS available_after,
         CASE WHEN placed.created_at >= kept.since THEN held - later_held END AS held_after
    FROM placed JOIN accounts ON accounts.org_id = ?
         CROSS JOIN (SELECT now() - make_interval(days => ?) AS since) AS kept
   ORDER BY placed.created_at DESC, placed.id DESC LIMIT ? OFFSET ?`;

/**
 * A page of an organization's transactions, newest first, in the form that callers see. Archived ones are left out.
 *
 * @param retentionDays after which a settled hold may be archived
 */
export async function listTransactions(
  em: EntityManager,
  orgId: string,
  page: { limit: number; offset: number },
  retentionDays: number,
): Promise<CreditTransaction[]> {
  const { limit, offset } = page;
  const rows = await em.execute<ListedTransfer[]>(LIST, [orgId, offset, limit, orgId, retentionDays, limit, offset]);
  return rows.map(toTransaction);
}

function toTransaction(row: ListedTransfer): CreditTransaction {
  const { available, held } = balanceChangeOf(row.kind, Number(row.amount));
  const { available_after: availableAfter, held_after: heldAfter } = row;
  return {
    id: row.id,
    kind: row.kind,
    amount: Number(row.amount),
    available_change: available,
    held_change: held,
    balance_after:
      availableAfter === null || heldAfter === null
        ? null
        : { available: Number(availableAfter), held: Number(heldAfter) },
    video_id: row.hold_id,
    created_at: new Date(row.created_at).toISOString(),
  };
}
