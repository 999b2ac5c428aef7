import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import {
  AppError,
  type Balance,
  type CreditTransaction,
  type GrantCredits,
  type GrantReply,
  type HoldCredits,
  type HoldReply,
  type ListOpenHolds,
  type ListTransactions,
  type OpenHold,
  type Page,
  pageOf,
  type ReleaseCredits,
} from '#libs/contracts';
import { Batcher, type PreparedStatement, PreparedStatements } from '#libs/database';
import { CreditsConfig } from '../credits.config.js';
import { AccountRow } from './account.entity.js';
import { HoldRow } from './hold.entity.js';
import { listTransactions } from './list-transactions.js';
import { TRANSFER_OF_HOLDS } from './transfer-of-holds.js';
import { balanceChangeOf, entriesOf, type HoldState, SETTLEMENTS, type TransferKind } from './transfer-rules.js';
import { TransferRow } from './transfer.entity.js';

/** A movement of credits between two ledger accounts. */
interface Movement {
  /** The transfer's id; it makes the movement happen once. */
  id: string;
  kind: TransferKind;
  orgId: string;
  holdId: string | null;
  /** Whole credits, ≥ 0. */
  amount: number;
  reason?: string | null;
}

/** The result of a settlement: the hold's final state, or `unknown` without a hold. */
export type Settlement = 'captured' | 'released' | 'unknown';

/**
 * Makes holds in one statement and transaction: every video waits for its hold, and each further statement would add a wait.
 * Locks accounts first, in one order, so that batches of several processes cannot deadlock. Returns no row, and writes nothing,
 * for a hold that exists and for one that the balance does not cover after those before it.
 */
const HOLD: PreparedStatement = {
  name: 'hold',
  text: `
  WITH account AS (
    SELECT org_id, available FROM accounts WHERE org_id = ANY ($2::uuid[]) ORDER BY org_id FOR NO KEY UPDATE
  ), requested AS (
    SELECT id, org_id, amount, sum(amount) OVER (PARTITION BY org_id ORDER BY position) AS up_to
      FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) WITH ORDINALITY AS requested (id, org_id, amount, position)
  ), hold AS (
    INSERT INTO holds (id, org_id, amount, state)
    SELECT id, org_id, amount, 'held' FROM requested LEFT JOIN account USING (org_id)
     WHERE amount = 0 OR up_to <= available ORDER BY id
    ON CONFLICT DO NOTHING RETURNING id, org_id, amount
  ), transfer AS (
    ${TRANSFER_OF_HOLDS}
  ), sides AS (
    INSERT INTO entries (transfer_id, account, amount)
    SELECT id, side.account, sign * amount FROM transfer, (VALUES ($4, $5::int), ($6, $7::int)) AS side (account, sign)
  ), balance AS (
    UPDATE accounts SET available = available + $8::int * total, held = held + $9::int * total
      FROM (SELECT org_id, sum(amount)::bigint AS total FROM transfer GROUP BY org_id) AS moved
     WHERE accounts.org_id = moved.org_id
  )
  SELECT id, org_id, amount FROM hold`,
};
const MAX_HOLDS = 100;

/**
 * The ledger. Every command is one READ COMMITTED transaction and may be repeated with the same id: the second time changes
 * nothing and returns the same result. All videos of an organization share its account row, so settlements write it last and
 * lock it only for the commit; the holds of a batch share one lock.
 */
@Injectable()
export class LedgerService {
  private readonly holds = new Batcher((commands: readonly HoldCredits[]) => this.holdAll(commands), MAX_HOLDS);

  constructor(
    private readonly em: EntityManager,
    private readonly statements: PreparedStatements,
    private readonly config: CreditsConfig,
  ) {}

  /** Holds credits unless the balance is too low or the hold was released before it arrived. */
  async hold(command: HoldCredits): Promise<HoldReply> {
    if (await this.holds.ask(command)) return { outcome: 'held' };
    const earlier = await this.earlierHold(command);
    if (earlier) return earlier;
    // A hold may have been refused only because of the others in its batch: it is tried alone.
    const [isHeld] = await this.holdAll([command]);
    if (isHeld) return { outcome: 'held' };
    const { available } = await this.balance(command.org_id);
    return { outcome: 'insufficient', required: command.amount, available };
  }

  /** Adds credits, and opens the account if there is none. @throws AppError CONFLICT if the transfer exists and differs */
  async grant({ org_id: orgId, transfer_id: id, amount, ...given }: GrantCredits): Promise<GrantReply> {
    const reason = given.reason ?? null;
    const createdAt = await this.em.fork().transactional(async (em) => {
      await em.execute('INSERT INTO accounts (org_id) VALUES (?) ON CONFLICT DO NOTHING', [orgId]);
      await em.findOneOrFail(AccountRow, orgId, { lockMode: LockMode.PESSIMISTIC_WRITE }); // two concurrent grants with one id: one waits
      const earlier = await em.findOne(TransferRow, id);
      if (!earlier) {
        await this.move(em, { id, kind: 'grant', orgId, holdId: null, amount, reason });
        return (await em.findOneOrFail(TransferRow, id)).createdAt;
      }
      const isSame = earlier.amount === amount && earlier.reason === reason;
      if (earlier.orgId !== orgId || earlier.kind !== 'grant' || !isSame) {
        throw new AppError('CONFLICT', { message: `Transfer ${id} exists and is another one` });
      }
      return earlier.createdAt;
    });
    return { ...(await this.balance(orgId)), created_at: createdAt.toISOString() };
  }

  /** Captures held credits; changes nothing if they were released before, or never held. */
  capture(em: EntityManager, { org_id: orgId, hold_id: holdId }: ReleaseCredits): Promise<Settlement> {
    return this.settle(em, { orgId, holdId }, 'captured');
  }

  /** Returns held credits, or leaves a tombstone without a hold; changes nothing if they were captured. */
  async release(em: EntityManager, command: ReleaseCredits): Promise<'released' | 'captured'> {
    const { org_id: orgId, hold_id: holdId } = command;
    // Waits for the outcome of a concurrent hold, so that one of the two always sees the other.
    const [tombstone] = await em.execute<{ id: string }[]>(
      `INSERT INTO holds (id, org_id, amount, state, settled_at) VALUES (?, ?, 0, 'released', now())
       ON CONFLICT DO NOTHING RETURNING id`,
      [holdId, orgId],
    );
    if (tombstone) return 'released';
    const outcome = await this.settle(em, { orgId, holdId }, 'released');
    if (outcome === 'unknown') throw new AppError('INTERNAL_SERVER_ERROR', { detail: `hold ${holdId} disappeared` });
    return outcome;
  }

  /** The balance; zero for an organization without an account. */
  async balance(orgId: string): Promise<Balance> {
    const account = await this.em.fork().findOne(AccountRow, orgId);
    return { available: account?.available ?? 0, held: account?.held ?? 0 };
  }

  /** Transfers that are not archived, newest first. */
  async transactions({ org_id: orgId, ...request }: ListTransactions): Promise<Page<CreditTransaction>> {
    const { limit = 20, offset = 0 } = request;
    const em = this.em.fork();
    const found = await listTransactions(em, orgId, { limit, offset }, this.config.ledgerRetentionDays);
    // Counts only transfers after the checkpoint row by row; an archived transfer counts in two rows.
    const [{ total }] = await em.execute<[{ total: string }]>(
      `SELECT coalesce((SELECT transfers FROM checked_sums WHERE org_id = ?), 0)
            - coalesce((SELECT sum(transfers) / 2 FROM archived_entries WHERE org_id = ?), 0)
            + (SELECT count(*) FROM transfers WHERE org_id = ? AND created_at > (SELECT through FROM ledger_checkpoint))
              AS total`,
      [orgId, orgId, orgId],
    );
    return pageOf(found, Number(total), request);
  }

  /** Holds without an outcome, oldest first. */
  async openHolds({ older_than_s: olderThanS, limit, after }: ListOpenHolds): Promise<OpenHold[]> {
    const before = new Date(Date.now() - olderThanS * 1_000);
    const holds = await this.em.fork().execute<{ org_id: string; hold_id: string; amount: string }[]>(
      `SELECT org_id, id AS hold_id, amount FROM holds WHERE state = 'held' AND created_at <= ?
          ${after === undefined ? '' : 'AND (created_at, id) > (SELECT created_at, id FROM holds WHERE id = ?)'}
        ORDER BY created_at, id LIMIT ?`,
      [before, ...(after === undefined ? [] : [after]), limit],
    );
    return holds.map((hold) => ({ ...hold, amount: Number(hold.amount) }));
  }

  /** @returns for each command whether its hold was made now */
  private async holdAll(commands: readonly HoldCredits[]): Promise<boolean[]> {
    const [debit, credit] = entriesOf('hold', 1);
    const change = balanceChangeOf('hold', 1);
    const made = await this.statements.run<{ id: string; org_id: string; amount: string }>(HOLD, [
      ...[commands.map(({ hold_id }) => hold_id), commands.map(({ org_id }) => org_id)],
      commands.map(({ amount }) => amount),
      ...[debit.account, debit.amount, credit.account, credit.amount, change.available, change.held],
    ]);
    const names = new Set(made.map(({ id, org_id, amount }) => `${id} ${org_id} ${amount}`));
    return commands.map(({ hold_id, org_id, amount }) => names.has(`${hold_id} ${org_id} ${amount}`));
  }

  /** The reply for a hold that exists already; a released one means that its video has ended without it. */
  private async earlierHold({ org_id: orgId, hold_id: holdId, amount }: HoldCredits): Promise<HoldReply | null> {
    const hold = await this.em.fork().findOne(HoldRow, holdId);
    if (!hold) return null;
    if (hold.orgId === orgId && hold.state === 'released') return { outcome: 'released' };
    if (hold.orgId !== orgId || hold.amount !== amount) {
      throw new AppError('INTERNAL_SERVER_ERROR', {
        detail: `hold ${holdId} is of ${hold.amount} credits for ${hold.orgId}, not of ${amount} for ${orgId}`,
      });
    }
    return { outcome: 'held' };
  }

  private async settle(
    em: EntityManager,
    { orgId, holdId }: { orgId: string; holdId: string },
    state: Exclude<HoldState, 'held'>,
  ): Promise<Settlement> {
    const hold = await em.findOne(HoldRow, holdId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!hold) return 'unknown';
    if (hold.orgId !== orgId) {
      throw new AppError('INTERNAL_SERVER_ERROR', {
        detail: `hold ${holdId} belongs to ${hold.orgId}, not to ${orgId}`,
      });
    }
    if (hold.state !== 'held') return hold.state;
    await em.execute('UPDATE holds SET state = ?, settled_at = now() WHERE id = ?', [state, holdId]);
    await this.move(em, { id: randomUUID(), kind: SETTLEMENTS[state], orgId, holdId, amount: hold.amount });
    return state;
  }

  /** Writes the transfer and its entries, then the balance. A movement of 0 credits (a test video) writes nothing. */
  private async move(em: EntityManager, { id, kind, orgId, holdId, amount, reason = null }: Movement): Promise<void> {
    if (amount === 0) return;
    const [debit, credit] = entriesOf(kind, amount);
    await em.execute(
      `WITH transfer AS (
         INSERT INTO transfers (id, org_id, kind, hold_id, amount, reason) VALUES (?, ?, ?, ?, ?, ?) RETURNING id
       )
       INSERT INTO entries (transfer_id, account, amount)
       SELECT transfer.id, side.account, side.amount
       FROM transfer, (VALUES (?, ?::bigint), (?, ?::bigint)) AS side (account, amount)`,
      [id, orgId, kind, holdId, amount, reason, debit.account, debit.amount, credit.account, credit.amount],
    );
    const change = balanceChangeOf(kind, amount);
    await em.execute(
      'UPDATE accounts SET available = available + ?::bigint, held = held + ?::bigint WHERE org_id = ?',
      [change.available, change.held, orgId],
    );
  }
}
