import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type ExpiringRows, LeaderLocks, LeaderSweep, type SweptBatch } from '#libs/database';
import { Logger, RepeatedWork } from '#libs/runtime';
import { CreditsConfig } from '../credits.config.js';

const ROUND_MS = 60_000;
/** Number of holds archived in one transaction. */
const BATCH = 500;

/**
 * Moves the oldest settled holds with their transfers and entries to the sums, in one statement: every amount is in the detail
 * or in the sums, never in both, even after a crash. Takes only checked holds whose transfers and entries are consistent;
 * others stay for an operator to inspect. Grants stay too: they are few, and a repeated grant must find its row.
 */
const ARCHIVE = `
  WITH old AS (
    SELECT id, org_id, amount, state FROM holds
     WHERE settled_at < now() - make_interval(days => ?) AND settled_at <= (SELECT through FROM ledger_checkpoint)
     ORDER BY settled_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), moved AS (
    SELECT transfers.id, hold_id, transfers.kind, transfers.created_at,
           transfers.org_id = old.org_id AND transfers.amount = old.amount
             AND count(entries.account) = 2 AND sum(entries.amount) = 0 AND max(entries.amount) = old.amount AS sound
      FROM old JOIN transfers ON hold_id = old.id LEFT JOIN entries ON transfer_id = transfers.id
     GROUP BY transfers.id, old.id, old.org_id, old.amount
  ), sound AS (
    SELECT old.id, old.org_id FROM old LEFT JOIN moved ON hold_id = old.id GROUP BY old.id, old.org_id, old.amount, old.state
    HAVING coalesce(bool_and(sound), old.amount = 0)
       AND array_agg(kind ORDER BY kind) FILTER (WHERE kind IS NOT NULL) IS NOT DISTINCT FROM
           CASE WHEN old.amount = 0 THEN NULL WHEN old.state = 'captured' THEN ARRAY['capture', 'hold'] ELSE ARRAY['hold', 'release'] END
  ), entry AS (
    DELETE FROM entries USING moved, sound WHERE transfer_id = moved.id AND hold_id = sound.id
    RETURNING sound.org_id, moved.kind, moved.created_at, entries.account, entries.amount
  ), transfer AS (
    DELETE FROM transfers USING sound WHERE transfers.hold_id = sound.id
  ), hold AS (
    DELETE FROM holds USING sound WHERE holds.id = sound.id RETURNING holds.id
  ), summed AS (
    INSERT INTO archived_entries AS sums (org_id, month, kind, account, transfers, amount)
    SELECT org_id, date_trunc('month', created_at AT TIME ZONE 'UTC')::date AS month, kind, account, count(*), sum(amount)
      FROM entry GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (org_id, month, kind, account) DO UPDATE
      SET transfers = sums.transfers + excluded.transfers, amount = sums.amount + excluded.amount
  )
  SELECT count(*)::int AS archived FROM hold`;

/** Archives the detail of the ledger after its retention; one replica leads. */
@Injectable()
export class LedgerArchive implements ExpiringRows {
  readonly kind = 'ledger';

  constructor(
    private readonly em: EntityManager,
    private readonly config: CreditsConfig,
    locks: LeaderLocks,
    log: Logger,
    work: RepeatedWork,
  ) {
    new LeaderSweep({ lock: 'ledger-archive', intervalMs: ROUND_MS, sweeps: [this] }, locks, log).repeatIn(work);
  }

  async sweep(): Promise<SweptBatch> {
    const archived = await this.archive();
    return { rows: archived, hasMore: archived === BATCH, facts: { archived } };
  }

  /** Archives one batch. @returns the number of holds archived */
  archive(): Promise<number> {
    return this.em.fork().transactional(async (tx) => {
      await tx.execute(`SET LOCAL ledger.archiving = 'on'`);
      const [{ archived }] = await tx.execute<[{ archived: number }]>(ARCHIVE, [this.config.ledgerRetentionDays]);
      return archived;
    });
  }

  async overdueS(): Promise<number> {
    const [{ overdue }] = await this.em.fork().execute<[{ overdue: number }]>(
      `SELECT greatest(0, coalesce(extract(epoch FROM now() - make_interval(days => ?) - min(settled_at)), 0))::float8 AS overdue
           FROM holds WHERE settled_at IS NOT NULL`,
      [this.config.ledgerRetentionDays],
    );
    return overdue;
  }
}
