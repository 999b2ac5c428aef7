import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '#libs/runtime';
import { eventually, type SilentProxy, startPostgres, startSilentProxy, type TestPostgres } from '#libs/testing';
import { ormOptions } from './database.module.js';
import { PoolFarewell } from './pool-farewell.js';
import { patiently } from './session-limits.js';

/** Time limit of a statement in the background, ms: longer than any test. */
const PATIENCE_MS = 600_000;
const WITHIN = { timeoutMs: 30_000 };

describe('a service that ends', () => {
  let postgres: TestPostgres;
  let proxy: SilentProxy;
  let orm: MikroORM;
  let em: EntityManager;
  let farewell: PoolFarewell;
  let events: string[];

  beforeEach(async () => {
    postgres = await startPostgres();
    proxy = await startSilentProxy(postgres.url);
    events = [];
    farewell = new PoolFarewell(
      new Logger('probe', 'info', (line) => events.push((JSON.parse(line) as { event: string }).event)),
    );
    const config = { databaseUrl: proxy.through(postgres.url), databasePoolSize: 3, migrateOnStart: false };
    orm = await MikroORM.init(ormOptions({ name: 'probe', entities: [], migrations: [] }, config, { farewell }));
    em = orm.em;
    await em.fork().execute('SELECT 1');
  });

  afterEach(async () => {
    await orm.close(true);
    await proxy.stop();
    await postgres.stop();
  });

  const sleep = () => patiently(em, PATIENCE_MS, (tx) => tx.execute('SELECT pg_sleep(600)')).catch(String);
  const ask = () => em.fork().execute('SELECT 1');

  it('waits no longer for an answer that was lost, and opens no connection to a silent PostgreSQL', async () => {
    const lost = sleep();
    proxy.silence();
    farewell.onModuleDestroy();
    expect(await lost).toContain('did not answer before the service had to end');
    await eventually(() => expect(ask()).rejects.toThrow('PostgreSQL is silent and the service ends'), WITHIN);
    await orm.close();
    expect(events).toEqual(['database.cut_off', 'database.given_up']);
  });

  it('cuts a long statement, and nothing else while PostgreSQL answers', async () => {
    const long = sleep();
    farewell.onModuleDestroy();
    await eventually(async () => {
      await ask();
      return events.length > 0;
    }, WITHIN);
    expect(await long).toContain('did not answer before the service had to end');
    await ask();
    expect(events).toEqual(['database.cut_off']);
  });

  it('does not wait for who holds a connection and waits for something else', async () => {
    let isLent = false;
    void em
      .fork()
      .transactional(async (tx) => {
        await tx.execute('SELECT 1');
        isLent = true;
        await new Promise(() => undefined);
      })
      .catch(() => undefined);
    await eventually(() => isLent, WITHIN);
    farewell.onModuleDestroy();
    await orm.close();
    expect(events).toEqual(['database.cut_off']);
  });
});
