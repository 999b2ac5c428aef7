import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError, type HoldCreditsTogether, type HoldReply } from '#libs/contracts';
import { refusedByLimit } from './spending-limits.js';
import { TRANSFER_OF_HOLDS } from './transfer-of-holds.js';
import { balanceChangeOf, entriesOf, type HoldState } from './transfer-rules.js';

/** Locks the account before the holds are read, so that the same request sent twice makes its holds once. */
const LOCK_ACCOUNT = 'SELECT available FROM accounts WHERE org_id = ? FOR NO KEY UPDATE';

/** The states of the holds that exist, and whether each is the requested one. */
const FIND = `
  SELECT state, count(*)::int AS holds,
         bool_and(holds.org_id = ? AND (holds.amount = requested.amount OR state = 'released')) AS is_same
    FROM unnest(?::uuid[], ?::bigint[]) AS requested (id, amount) JOIN holds USING (id) GROUP BY state`;

/**
 * Makes every hold with its transfer and entries, in the order of the ids; then changes the balance once for all of
 * them.
 */
const MAKE = `
  WITH hold AS (
    INSERT INTO holds (id, org_id, amount, state, spender_id)
    SELECT id, ?, amount, 'held', ?::uuid FROM unnest(?::uuid[], ?::bigint[]) AS requested (id, amount) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING id, org_id, amount
  ), transfer AS (
    ${TRANSFER_OF_HOLDS}
  ), sides AS (
    INSERT INTO entries (transfer_id, account, amount)
    SELECT id, side.account, sign * amount FROM transfer, (VALUES (?, ?::int), (?, ?::int)) AS side (account, sign)
  ), balance AS (
    UPDATE accounts SET available = available + ?::int * total, held = held + ?::int * total
      FROM (SELECT org_id, sum(amount)::bigint AS total FROM transfer GROUP BY org_id) AS moved
     WHERE accounts.org_id = moved.org_id
  )
  SELECT count(*)::int AS made FROM hold`;

type Found = Partial<Record<HoldState, { holds: number; is_same: boolean }>>;

/** Thrown to roll the transaction back: a release came in between, so some of the holds can never be granted. */
class ReleasedMeanwhile extends Error {}

/**
 * Makes a hold for each of several videos in one transaction: all of them, or none. Every hold is then captured or released
 * by itself, as if it had been made alone.
 *
 * @throws AppError if one of the ids belongs to another hold
 */
export async function holdTogether(em: EntityManager, command: HoldCreditsTogether): Promise<HoldReply> {
  if (command.hold_ids.length !== command.amounts.length) {
    throw new AppError('INTERNAL_SERVER_ERROR', { detail: 'as many amounts as holds are needed' });
  }
  try {
    return await em.transactional((tx) => holdIn(tx, command));
  } catch (error) {
    if (error instanceof ReleasedMeanwhile) return { outcome: 'released' };
    throw error;
  }
}

async function holdIn(
  tx: EntityManager,
  { org_id: orgId, hold_ids: ids, amounts, spender }: HoldCreditsTogether,
): Promise<HoldReply> {
  const [account] = await tx.execute<{ available: string }[]>(LOCK_ACCOUNT, [orgId]);
  const { held, released, captured } = await findHolds(tx, orgId, { ids, amounts });
  if (released) return { outcome: 'released' };
  if ((held?.holds ?? 0) + (captured?.holds ?? 0) === ids.length) return { outcome: 'held' };
  const required = amounts.reduce((sum, amount) => sum + amount, 0);
  const available = Number(account?.available ?? 0);
  if (required > available) return { outcome: 'insufficient', required, available };
  const limited = spender && required > 0 ? await refusedByLimit(tx, spender, required) : null;
  if (limited) return limited;
  const [debit, credit] = entriesOf('hold', 1);
  const change = balanceChangeOf('hold', 1);
  const sides = [debit.account, debit.amount, credit.account, credit.amount];
  const [{ made }] = await tx.execute<[{ made: number }]>(MAKE, [
    ...[orgId, spender?.key_id ?? null, arrayOf(ids), arrayOf(amounts)],
    ...[...sides, change.available, change.held],
  ]);
  if (made < ids.length) throw new ReleasedMeanwhile();
  return { outcome: 'held' };
}

async function findHolds(
  tx: EntityManager,
  orgId: string,
  { ids, amounts }: { ids: string[]; amounts: number[] },
): Promise<Found> {
  const rows = await tx.execute<({ state: HoldState } & Required<Found>['held'])[]>(FIND, [
    orgId,
    ...[arrayOf(ids), arrayOf(amounts)],
  ]);
  if (rows.some(({ is_same }) => !is_same)) {
    const detail = `one of ${ids.length} holds exists with another amount or for another organization`;
    throw new AppError('INTERNAL_SERVER_ERROR', { detail });
  }
  return Object.fromEntries(rows.map(({ state, ...found }) => [state, found]));
}

/** An array of PostgreSQL as text: the ORM writes a JavaScript array as a list of values. */
function arrayOf(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}
