import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { patiently } from '#libs/database';
import { LEDGER_CHANGES } from './ledger-invariants.js';

/**
 * Time limit of one statement of a check, ms. A ledger that has outgrown it causes missing checks, not slow requests.
 */
const CHECK_TIMEOUT_MS = 60_000;
/** Number of transfers checked in one transaction. */
const WINDOW = 50_000;
/** Age at which every transfer is committed: longer than the 60 s after which PostgreSQL ends an idle transaction. */
const SETTLED = '2 minutes';

type LedgerChange = keyof typeof LEDGER_CHANGES;
/** The number of rows that violate each invariant. */
type Findings = Record<LedgerChange, number>;

/**
 * Checks the ledger from where the last check ended. Transfers up to a checkpoint are checked and summed up by organization; a
 * check reads those after it and advances the checkpoint. If an invariant is violated, the checkpoint stays, so that every
 * check finds the violation again until it is repaired.
 */
@Injectable()
export class LedgerCheck {
  constructor(private readonly em: EntityManager) {}

  /** Checks everything after the checkpoint, and advances the checkpoint as far as possible. */
  async run(): Promise<Findings> {
    const until = await this.certainUntil();
    while (await this.advance(until));
    return patiently(this.em, CHECK_TIMEOUT_MS, async (tx) => {
      await tx.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'); // one snapshot for all checks
      const values = { from: await this.checkpoint(tx), to: 'infinity' };
      const entries: [string, number][] = [];
      for (const [check, query] of Object.entries(LEDGER_CHANGES)) {
        entries.push([check, await countRows(tx, query, values)]);
      }
      return Object.fromEntries(entries) as Findings;
    });
  }

  /**
   * A time before which no transfer can still be committed, because a transfer's time is the beginning of its
   * transaction. Read outside of the transaction that relies on it, so that it sees every transaction that has ended by
   * now.
   */
  private async certainUntil(): Promise<string> {
    const [{ until }] = await this.em.fork().execute<[{ until: string }]>(
      `SELECT (least(now() - interval '${SETTLED}', min(xact_start)) - interval '2 milliseconds')::timestamptz(3)::text AS until
         FROM pg_stat_activity WHERE usename = current_user AND datname = current_database()`,
    );
    return until;
  }

  /**
   * Advances the checkpoint over the next transfers, which can no longer change; false if there are no more, or if one of them
   * violates an invariant.
   */
  private advance(until: string): Promise<boolean> {
    return patiently(this.em, CHECK_TIMEOUT_MS, async (tx) => {
      const from = await this.checkpoint(tx, 'FOR UPDATE');
      const [next] = await tx.execute<{ to: string }[]>(
        `SELECT created_at::text AS to FROM transfers WHERE created_at > ? AND created_at <= ?
          ORDER BY created_at OFFSET ${WINDOW - 1} LIMIT 1`,
        [from, until],
      );
      const [{ to }] = await tx.execute<[{ to: string }]>(
        `SELECT greatest(?::timestamptz, ?::timestamptz)::text AS to`,
        [from, next?.to ?? until],
      );
      for (const check of BEFORE_PASSING) {
        if ((await countRows(tx, LEDGER_CHANGES[check], { from, to })) > 0) return false;
      }
      await tx.execute(
        `INSERT INTO checked_sums AS sums (org_id, transfers, available, held)
         SELECT org_id, count(DISTINCT transfers.id), coalesce(sum(entries.amount) FILTER (WHERE account = 'available'), 0),
                coalesce(sum(entries.amount) FILTER (WHERE account = 'held'), 0)
           FROM transfers JOIN entries ON entries.transfer_id = transfers.id
          WHERE created_at > ? AND created_at <= ? GROUP BY org_id
         ON CONFLICT (org_id) DO UPDATE SET transfers = sums.transfers + excluded.transfers,
           available = sums.available + excluded.available, held = sums.held + excluded.held`,
        [from, to],
      );
      await tx.execute('UPDATE ledger_checkpoint SET through = ?', [to]);
      return next !== undefined;
    });
  }

  private async checkpoint(tx: EntityManager, lock = ''): Promise<string> {
    const [{ through }] = await tx.execute<[{ through: string }]>(
      `SELECT through::text FROM ledger_checkpoint ${lock}`,
    );
    return through;
  }
}

const BEFORE_PASSING = [
  'every transfer has two entries that add up to 0',
  'a hold moved credits exactly as its state says',
] as const satisfies LedgerChange[];

async function countRows(tx: EntityManager, query: string, times: { from: string; to: string }): Promise<number> {
  const values: string[] = [];
  const sql = query.replaceAll(/:(from|to)\b/g, (_all, name: 'from' | 'to') => {
    values.push(times[name]);
    return '?';
  });
  const [{ count }] = await tx.execute<[{ count: string }]>(`SELECT count(*) FROM (${sql}) AS broken`, values);
  return Number(count);
}
