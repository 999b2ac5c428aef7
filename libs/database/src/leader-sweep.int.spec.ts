/** @modules own */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { Logger, Metrics } from '#libs/runtime';
import { eventually, startPostgres, type TestPostgres } from '#libs/testing';
import { ormOptions } from './database.module.js';
import { LeaderLocks } from './leader-locks.js';
import { LeaderSweep, type ExpiringRows } from './leader-sweep.js';

let postgres: TestPostgres;
let orm: MikroORM;
const replicas: LeaderLocks[] = [];
const lines: Record<string, unknown>[] = [];
const log = new Logger('probe', 'info', (line) => lines.push(JSON.parse(line) as Record<string, unknown>));

beforeAll(async () => {
  postgres = await startPostgres();
  const config = { databaseUrl: await postgres.createOwner('probe'), databasePoolSize: 2, migrateOnStart: false };
  orm = await MikroORM.init(ormOptions({ name: 'probe', entities: [], migrations: [] }, config));
  await orm.migrator.up();
  replicas.push(new LeaderLocks(config, log), new LeaderLocks(config, log));
});

afterAll(async () => {
  for (const locks of replicas) await locks.onApplicationShutdown();
  await orm.close();
  await postgres.stop();
});

const BROKEN: ExpiringRows = {
  kind: 'broken',
  sweep: () => Promise.reject(new Error('the store is away')),
  overdueS: () => Promise.resolve(1),
};
/** Three batches of ten rows are due. */
const due = { batches: 3 };
const ROWS: ExpiringRows = {
  kind: 'rows',
  sweep: () => {
    due.batches = Math.max(0, due.batches - 1);
    return Promise.resolve({ rows: 10, hasMore: due.batches > 0, facts: { deleted: 10 } });
  },
  overdueS: () => Promise.resolve(due.batches * 60),
};

const overdue = async () =>
  (await new Metrics(log).scrape())
    .split('\n')
    .filter((line) => line.startsWith('framewright_retention_overdue_seconds{'));

it('one replica sweeps all kinds, whatever becomes of one of them, and it alone knows what is overdue', async () => {
  const plan = { lock: 'sweep', intervalMs: 60_000, sweeps: [BROKEN, ROWS] };
  const [leader, other] = replicas.map((locks) => new LeaderSweep(plan, locks, log));
  await eventually(() => leader!.round());
  expect(await overdue()).toEqual([expect.stringMatching(/kind="rows".* 120$/)]);
  expect(await leader!.round()).toBe(true);
  expect(await leader!.round()).toBe(false);
  expect(await overdue()).toEqual([expect.stringMatching(/kind="rows".* 0$/)]);
  expect(lines.filter(({ event }) => event === 'retention.swept')).toEqual(
    Array(3).fill(expect.objectContaining({ kind: 'rows', deleted: 10 })),
  );
  expect(lines.filter(({ event }) => event === 'retention.sweep_failed')).toEqual(
    Array(3).fill(
      expect.objectContaining({ kind: 'broken', error: expect.objectContaining({ message: 'the store is away' }) }),
    ),
  );
  expect(await other!.round()).toBe(false);
  expect(await overdue()).toEqual([]);
});
