import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DatabaseConfig, LeaderLocks, ormOptions, PreparedStatements } from '#libs/database';
import { Logger, RepeatedWork } from '#libs/runtime';
import { startPostgres } from '#libs/testing';
import { CreditsConfig } from '../credits.config.js';
import { CREDITS_DATABASE } from '../credits.database.js';
import { LedgerArchive } from '../ledger/ledger-archive.js';
import { LedgerCheck } from '../ledger/ledger-check.js';
import { LEDGER_INVARIANTS } from '../ledger/ledger-invariants.js';
import { LedgerService } from '../ledger/ledger.service.js';

/**
 * SQL that finds checked sums that differ from the sums of all transfers until the checkpoint, archived ones included.
 */
const CHECKED_SUMS_ARE_RIGHT = `
  SELECT org_id FROM checked_sums FULL JOIN (
    SELECT org_id, coalesce(sum(amount) FILTER (WHERE account = 'available'), 0) AS available,
           coalesce(sum(amount) FILTER (WHERE account = 'held'), 0) AS held, sum(transfers) / 2 AS transfers
      FROM (SELECT org_id, account, entries.amount, 1 AS transfers FROM transfers JOIN entries ON transfer_id = transfers.id
             WHERE created_at <= (SELECT through FROM ledger_checkpoint)
            UNION ALL SELECT org_id, account, amount, transfers FROM archived_entries) AS entries GROUP BY org_id
  ) AS history USING (org_id)
  WHERE (checked_sums.available, checked_sums.held, checked_sums.transfers)
    IS DISTINCT FROM (history.available, history.held, history.transfers::bigint)`;

/** Makes the next check start from the archived sums, as deploy/runbooks/ledger-violated.md describes. */
const RESTART_CHECK = [
  `UPDATE ledger_checkpoint SET through = '-infinity'`,
  `DELETE FROM checked_sums`,
  `INSERT INTO checked_sums (org_id, transfers, available, held)
   SELECT org_id, sum(transfers) / 2, coalesce(sum(amount) FILTER (WHERE account = 'available'), 0),
          coalesce(sum(amount) FILTER (WHERE account = 'held'), 0)
     FROM archived_entries GROUP BY org_id`,
];

/** A ledger with its own database, for specs. */
interface LedgerUnderTest {
  readonly databaseUrl: string;
  readonly em: EntityManager;
  readonly orm: MikroORM;
  readonly ledger: LedgerService;
  readonly archive: LedgerArchive;
  readonly check: LedgerCheck;
  /** An archive with connections that are never closed. It stands for a process that is killed. */
  archiveOfAnotherProcess(): Promise<LedgerArchive>;
  grant(org: string, amount: number, id?: string): ReturnType<LedgerService['grant']>;
  hold(org: string, id: string, amount: number): ReturnType<LedgerService['hold']>;
  capture(org: string, id: string): ReturnType<LedgerService['capture']>;
  release(org: string, id: string): ReturnType<LedgerService['release']>;
  /** Makes an organization's transfers and holds older; the next check starts from scratch. */
  age(org: string, days: number): Promise<void>;
  /** Runs `change` with the triggers disabled that protect the history. */
  rewriteHistory(change: string): Promise<void>;
  /** The violated invariants, of the whole ledger and of the part that the next check reads. */
  brokenPromises(): Promise<string[]>;
  stop(): Promise<void>;
}

/** A ledger for the tests of a file. After each of them its invariants hold. */
export function useLedger(): LedgerUnderTest {
  const ledger = {} as LedgerUnderTest;
  beforeAll(async () => {
    Object.assign(ledger, await startLedger());
  });
  afterAll(() => ledger.stop());
  afterEach(async () => {
    expect(await ledger.brokenPromises()).toEqual([]);
  });
  return ledger;
}

async function startLedger(): Promise<LedgerUnderTest> {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createOwner('credits');
  const config = Object.assign(new DatabaseConfig(), { databaseUrl, databasePoolSize: 16 });
  const orm = await MikroORM.init(ormOptions(CREDITS_DATABASE, config));
  await orm.migrator.up();
  const em = orm.em.fork();
  const ledger = new LedgerService(em, new PreparedStatements(orm), new CreditsConfig());
  const log = new Logger('credits');
  const locks = new LeaderLocks(config, log);
  const check = new LedgerCheck(em);
  const rewriteHistory = (change: string) =>
    em.fork().transactional(async (tx) => {
      for (const table of ['transfers', 'entries']) {
        await tx.execute(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_are_final`);
      }
      await tx.execute(change);
      await tx.execute('SET CONSTRAINTS ALL IMMEDIATE');
      for (const table of ['transfers', 'entries']) {
        await tx.execute(`ALTER TABLE ${table} ENABLE TRIGGER ${table}_are_final`);
      }
    });
  const archiveOn = (on: EntityManager) =>
    new LedgerArchive(on, new CreditsConfig(), locks, log, new RepeatedWork(log));
  return {
    databaseUrl,
    em,
    orm,
    ledger,
    check,
    archive: archiveOn(em),
    archiveOfAnotherProcess: async () =>
      archiveOn((await MikroORM.init(ormOptions(CREDITS_DATABASE, config))).em.fork()),
    grant: (org, amount, id = randomUUID()) => ledger.grant({ org_id: org, transfer_id: id, amount }),
    hold: (org, id, amount) => ledger.hold({ org_id: org, hold_id: id, amount }),
    capture: (org, id) => em.fork().transactional((tx) => ledger.capture(tx, { org_id: org, hold_id: id })),
    release: (org, id) => em.fork().transactional((tx) => ledger.release(tx, { org_id: org, hold_id: id })),
    rewriteHistory,
    async age(org, days) {
      const back = `- interval '${days} days' WHERE org_id = '${org}'`;
      await rewriteHistory(
        `WITH h AS (UPDATE holds SET created_at = created_at - interval '${days} days', settled_at = settled_at ${back})
         UPDATE transfers SET created_at = created_at ${back}`,
      );
      await em.fork().transactional(async (tx) => {
        for (const statement of RESTART_CHECK) await tx.execute(statement);
      });
    },
    async brokenPromises() {
      const broken: string[] = [];
      for (const [promise, query] of Object.entries(LEDGER_INVARIANTS)) {
        if ((await em.execute(query)).length > 0) broken.push(promise);
      }
      for (const [promise, rows] of Object.entries(await check.run())) {
        if (rows > 0) broken.push(`since the checkpoint, ${promise}`);
      }
      if ((await em.execute(CHECKED_SUMS_ARE_RIGHT)).length > 0) broken.push('the checked sums are right');
      return broken;
    },
    async stop() {
      await locks.onApplicationShutdown();
      await orm.close();
      await postgres.stop();
    },
  };
}
