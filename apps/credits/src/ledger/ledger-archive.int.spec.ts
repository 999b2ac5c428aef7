import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { withConnection } from '#libs/embedded';
import { eventually } from '#libs/testing';
import { useLedger } from '../testing/ledger-under-test.js';
import { LEDGER_CHANGES } from './ledger-invariants.js';

const test = useLedger();
/** Archives whatever is over. */
async function archiveAll(): Promise<number> {
  let archived = 0;
  for (let batch = 1; batch > 0; archived += batch) batch = await test.archive.archive();
  return archived;
}

/** An organization with 100 credits granted, `spent` videos of 2 credits and `returned` of 3, all `days` old. */
async function organization({ spent, returned, days }: { spent: number; returned: number; days: number }) {
  const org = randomUUID();
  await test.grant(org, 100);
  for (let video = 0; video < spent + returned; video++) {
    const id = randomUUID();
    await test.hold(org, id, video < spent ? 2 : 3);
    await (video < spent ? test.capture(org, id) : test.release(org, id));
  }
  await test.age(org, days);
  return org;
}
const listed = (org: string) => test.ledger.transactions({ org_id: org, limit: 100 });
const sumsOf = (org: string) =>
  test.em.execute<{ kind: string; account: string; transfers: number; amount: number }[]>(
    `SELECT kind, account, sum(transfers)::int AS transfers, sum(amount)::int AS amount FROM archived_entries
      WHERE org_id = ? GROUP BY kind, account ORDER BY kind, account`,
    [org],
  );

describe('the archive of the ledger', () => {
  it('turns old detail into sums; balances and the number of transactions stay right', async () => {
    const org = await organization({ spent: 3, returned: 2, days: 100 });
    const open = randomUUID();
    await test.hold(org, open, 5);
    expect((await listed(org)).pagination.total).toBe(12);
    await test.check.run();
    expect((await listed(org)).pagination.total).toBe(12);
    expect(await archiveAll()).toBe(5);
    expect(await test.ledger.balance(org)).toEqual({ available: 89, held: 5 });
    const page = await listed(org);
    expect([page.pagination.total, page.data.map(({ kind }) => kind)]).toEqual([2, ['hold', 'grant']]);
    expect(await sumsOf(org)).toEqual([
      { kind: 'capture', account: 'held', transfers: 3, amount: -6 },
      { kind: 'capture', account: 'spent', transfers: 3, amount: 6 },
      { kind: 'hold', account: 'available', transfers: 5, amount: -12 },
      { kind: 'hold', account: 'held', transfers: 5, amount: 12 },
      { kind: 'release', account: 'available', transfers: 2, amount: 6 },
      { kind: 'release', account: 'held', transfers: 2, amount: -6 },
    ]);
  });

  it('adds a month to the sums it has, and leaves what is not old enough', async () => {
    const org = await organization({ spent: 2, returned: 0, days: 100 });
    await test.check.run();
    await archiveAll();
    const video = randomUUID();
    await test.hold(org, video, 2);
    await test.capture(org, video);
    await test.age(org, 60);
    await test.check.run();
    expect(await archiveAll()).toBe(0);
    await test.age(org, 40);
    await test.check.run();
    expect(await archiveAll()).toBe(1);
    expect((await sumsOf(org)).map(({ transfers }) => transfers)).toEqual([3, 3, 3, 3]);
  });

  it('keeps grants, so that one that is repeated years later is still made once', async () => {
    const [org, id] = [randomUUID(), randomUUID()];
    await test.grant(org, 7, id);
    await test.age(org, 1_000);
    await test.check.run();
    await archiveAll();
    const { created_at, ...balance } = await test.grant(org, 7, id);
    expect(balance).toEqual({ available: 7, held: 0 });
    expect(Date.parse(created_at)).toBeLessThan(Date.now() - 900 * 86_400_000);
  });

  it('takes nothing that has not been checked', async () => {
    await organization({ spent: 1, returned: 0, days: 100 });
    expect(await test.archive.archive()).toBe(0);
    await test.check.run();
    expect(await test.archive.archive()).toBe(1);
  });

  it('counts everything once when several archive at the same time', async () => {
    const org = await organization({ spent: 20, returned: 10, days: 200 });
    await test.check.run();
    await Promise.all(Array.from({ length: 4 }, () => archiveAll()));
    expect((await sumsOf(org)).map(({ transfers }) => transfers)).toEqual([20, 20, 30, 30, 10, 10]);
  });

  it('loses nothing and counts nothing twice when it is killed in the middle of a batch', async () => {
    const org = await organization({ spent: 4, returned: 1, days: 100 });
    await test.check.run();
    // The batch waits here, between deleting rows and adding them to the sums.
    await withConnection(test.databaseUrl, async (gate) => {
      await gate.query('BEGIN');
      await gate.query(
        `INSERT INTO archived_entries SELECT DISTINCT org_id, date_trunc('month', created_at AT TIME ZONE 'UTC')::date,
           'capture', 'held', 1, 0 FROM transfers WHERE org_id = $1 AND kind = 'capture'`,
        [org],
      );
      const doomed = await test.archiveOfAnotherProcess();
      const killed = expect(doomed.archive()).rejects.toThrow();
      await eventually(async () => {
        const ended = await test.em.execute(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE usename = current_user AND wait_event_type = 'Lock' AND query LIKE '%WITH old AS%'`,
        );
        expect(ended).toHaveLength(1);
      });
      await killed;
      await gate.query('ROLLBACK');
    });
    expect(await sumsOf(org)).toEqual([]);
    expect((await listed(org)).pagination.total).toBe(11);
    expect(await test.brokenPromises()).toEqual([]);
    expect(await archiveAll()).toBe(5);
    expect((await listed(org)).pagination.total).toBe(1);
  });

  it('leaves a hold whose transfers contradict its state, for an operator to inspect', async () => {
    const org = await organization({ spent: 2, returned: 0, days: 100 });
    await test.check.run();
    const [bad] = await test.em.execute<{ id: string }[]>(`SELECT id FROM holds WHERE org_id = ? LIMIT 1`, [org]);
    await test.rewriteHistory(`UPDATE transfers SET amount = 9 WHERE hold_id = '${bad!.id}' AND kind = 'capture'`);
    expect(await archiveAll()).toBe(1);
    expect(await test.brokenPromises()).toEqual(['a hold moved credits exactly as its state says']);
    await test.rewriteHistory(`UPDATE transfers SET amount = 2 WHERE hold_id = '${bad!.id}' AND kind = 'capture'`);
    expect(await archiveAll()).toBe(1);
  });
});

describe('the check of the ledger', () => {
  const FINDINGS = {
    'every transfer has two entries that add up to 0': 0,
    'every balance is the sum of its entries': 0,
    'held credits are the sum of the open holds': 0,
    'a hold moved credits exactly as its state says': 0,
  };

  it('finds a balance that was changed without a transfer, again and again', async () => {
    const org = await organization({ spent: 1, returned: 0, days: 1 });
    await test.check.run();
    await test.em.execute('UPDATE accounts SET available = available + 1 WHERE org_id = ?', [org]);
    for (let time = 0; time < 2; time++) {
      expect(await test.check.run()).toEqual({ ...FINDINGS, 'every balance is the sum of its entries': 1 });
    }
    await test.em.execute('UPDATE accounts SET available = available - 1 WHERE org_id = ?', [org]);
    expect(await test.check.run()).toEqual(FINDINGS);
  });

  it('does not pass what is broken, and passes it once it is mended', async () => {
    const org = await organization({ spent: 1, returned: 0, days: 0 });
    const transfer = `(SELECT id FROM transfers WHERE org_id = '${org}' AND kind = 'capture')`;
    await test.rewriteHistory(`UPDATE entries SET amount = 3 WHERE account = 'spent' AND transfer_id = ${transfer}`);
    await test.age(org, 0.5);
    const through = () => test.em.execute('SELECT through FROM ledger_checkpoint');
    const before = await through();
    for (let time = 0; time < 2; time++) {
      const found = await test.check.run();
      expect(found['every transfer has two entries that add up to 0']).toBe(1);
    }
    expect(await through()).toEqual(before);
    await test.rewriteHistory(`UPDATE entries SET amount = 2 WHERE account = 'spent' AND transfer_id = ${transfer}`);
    expect(await test.check.run()).toEqual(FINDINGS);
    expect(await through()).not.toEqual(before);
  });

  it('finds an open hold that moved nothing', async () => {
    const [org, video] = [randomUUID(), randomUUID()];
    await test.grant(org, 5);
    await test.em.execute(`INSERT INTO holds (id, org_id, amount, state) VALUES (?, ?, 1, 'held')`, [video, org]);
    expect(await test.check.run()).toEqual({
      ...FINDINGS,
      'held credits are the sum of the open holds': 1,
      'a hold moved credits exactly as its state says': 1,
    });
    await test.em.execute('DELETE FROM holds WHERE id = ?', [video]);
  });

  it('reads what has moved since the last one, and not the history', async () => {
    const org = randomUUID();
    await test.grant(org, 50_000);
    await test.rewriteHistory(`
      WITH hold AS (
        INSERT INTO holds (id, org_id, amount, state, created_at, settled_at)
        SELECT gen_random_uuid(), '${org}', 1, 'captured', now() - interval '20 days', now() - interval '20 days'
          FROM generate_series(1, 20000) RETURNING id, org_id
      ), transfer AS (
        INSERT INTO transfers (id, org_id, kind, hold_id, amount, created_at)
        SELECT gen_random_uuid(), org_id, kind, id, 1, now() - interval '20 days'
          FROM hold, (VALUES ('hold'), ('capture')) AS kinds (kind) RETURNING id, kind
      ), entry AS (
        INSERT INTO entries SELECT id, account, amount FROM transfer JOIN (VALUES ('hold', 'available', -1), ('hold', 'held', 1),
          ('capture', 'held', -1), ('capture', 'spent', 1)) AS side (kind, account, amount) USING (kind)
      )
      UPDATE accounts SET available = available - 20000 WHERE org_id = '${org}'`);
    await test.age(org, 0);
    await test.check.run();
    for (const table of ['holds', 'transfers', 'entries']) await test.em.execute(`ANALYZE ${table}`);
    for (const [check, query] of Object.entries(LEDGER_CHANGES)) {
      const text = query.replaceAll(/:(from|to)\b/g, (_all, name) =>
        name === 'from' ? `'${new Date(Date.now() - 600_000).toISOString()}'` : `'infinity'`,
      );
      const plan = await test.em.execute<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${text}`);
      const scans = plan
        .map((row) => row['QUERY PLAN'])
        .filter((line) => /Seq Scan on (holds|transfers|entries)/.test(line));
      expect([check, scans]).toEqual([check, []]);
    }
  });
});
