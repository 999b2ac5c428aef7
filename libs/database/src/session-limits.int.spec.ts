import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { asAppError } from '#libs/runtime';
import { eventually, type SilentProxy, startPostgres, startSilentProxy, type TestPostgres } from '#libs/testing';
import { ormOptions } from './database.module.js';
import { PreparedStatements } from './prepared-statements.js';
import { patiently, type SessionLimits } from './session-limits.js';
import { StatementPool } from './statement-pool.js';

const LIMITS: SessionLimits = { connectMs: 1_000, statementMs: 1_000, responseMs: 1_500 };
/** Time limit of a test, ms: far longer than the limits, far shorter than those of TCP itself. No test may hang. */
const PATIENCE_MS = 30_000;
const ONE = { name: 'one', text: 'SELECT 1 AS one' };

describe('a connection to PostgreSQL', () => {
  let postgres: TestPostgres;
  let proxy: SilentProxy;
  let orm: MikroORM;
  let em: EntityManager;
  let pool: StatementPool;

  beforeAll(async () => {
    postgres = await startPostgres();
    proxy = await startSilentProxy(postgres.url);
    const config = { databaseUrl: proxy.through(postgres.url), databasePoolSize: 3, migrateOnStart: false };
    orm = await MikroORM.init(ormOptions({ name: 'probe', entities: [], migrations: [] }, config, { limits: LIMITS }));
    em = orm.em;
    pool = new StatementPool(config);
  });

  afterAll(async () => {
    await pool.onApplicationShutdown();
    await orm.close(true);
    await Promise.all([proxy.stop(), postgres.stop()]);
  });

  it('is kept when PostgreSQL ends a statement that takes too long', async () => {
    const backend = async () => (await em.fork().execute<{ pid: number }[]>('SELECT pg_backend_pid() AS pid'))[0]!.pid;
    const before = await backend();
    await expect(em.fork().execute('SELECT pg_sleep(60)')).rejects.toThrow('statement timeout');
    expect(await backend()).toBe(before);
  });

  it('may take its time for work in the background', async () => {
    const answers = await Promise.all([
      patiently(em, 20_000, (tx) => tx.execute('SELECT pg_sleep(2.5)')).then(() => 'done'),
      em.fork().execute('SELECT pg_sleep(2.5)').catch(String),
    ]);
    expect(answers).toEqual(['done', expect.stringContaining('statement timeout')]);
    await expect(em.fork().execute('SELECT pg_sleep(2.5)')).rejects.toThrow('statement timeout');
  });

  it('makes PostgreSQL notice a client that has vanished', async () => {
    const settings = await em
      .fork()
      .execute<{ name: string; setting: string }[]>(
        `SELECT name, setting FROM pg_settings WHERE source = 'client' AND (name LIKE 'tcp%' OR name LIKE 'client_conn%')`,
      );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      tcp_keepalives_idle: '10',
      tcp_keepalives_interval: '5',
      tcp_keepalives_count: '3',
      tcp_user_timeout: '25000',
      client_connection_check_interval: '10000',
    });
  });

  const ways: [string, () => Promise<unknown>][] = [
    ['a statement of the ORM', () => em.fork().execute('SELECT 1')],
    ['a transaction', () => em.fork().transactional((tx) => tx.execute('SELECT 1'))],
    ['a prepared statement', () => new PreparedStatements(orm).run(ONE, [])],
    ['the hot path', () => pool.run(ONE, [])],
  ];

  it.each(ways)(
    'is closed when its network drops everything, and the next one works: %s',
    async (_way, ask) => {
      await Promise.all([1, 2, 3, 4, 5, 6].map(ask)); // the pool is full
      proxy.silence();
      const lost = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(ask));
      expect(lost.map(({ status }) => status)).toEqual(lost.map(() => 'rejected'));
      const answers = lost.map((each) => asAppError((each as PromiseRejectedResult).reason).retryAfterS);
      expect(answers).toEqual(lost.map(() => 5)); // callers learn when to retry
      proxy.heal();
      await eventually(() => ask(), { timeoutMs: 10_000 });
      await Promise.all([1, 2, 3, 4, 5, 6].map(ask));
    },
    PATIENCE_MS,
  );
});
