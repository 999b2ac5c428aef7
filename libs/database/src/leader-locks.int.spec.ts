import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import pg from 'pg';
import { createService, type Service, startService } from '#libs/runtime';
import { eventually, type SilentProxy, startPostgres, startSilentProxy, type TestPostgres } from '#libs/testing';
import { DatabaseModule } from './database.module.js';
import type { LeaderLock } from './leader-lock.js';
import { LeaderLocks } from './leader-locks.js';

@Injectable()
class Relay {
  readonly lock: LeaderLock;

  constructor(locks: LeaderLocks) {
    this.lock = locks.lock('relay');
  }
}

@Module({
  imports: [DatabaseModule.forService({ name: 'probe', entities: [], migrations: [] })],
  providers: [Relay],
})
class ProbeModule {}

/** Time within which leadership must have changed: half a minute. */
const WITHIN = { timeoutMs: 30_000, everyMs: 200 };

describe('leadership', () => {
  let postgres: TestPostgres;
  let databaseUrl: string;
  let client: pg.Client;
  const running: Service[] = [];
  const proxies: SilentProxy[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    databaseUrl = await postgres.createOwner('probe');
    Object.assign(process.env, { MIGRATE_ON_START: 'true', LOG_LEVEL: 'error' });
    client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ app }) => app.close()));
    await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()));
  });

  afterAll(async () => {
    await client.end();
    await postgres.stop();
    for (const name of ['DATABASE_URL', 'MIGRATE_ON_START']) Reflect.deleteProperty(process.env, name);
  });

  const start = async (url = databaseUrl): Promise<{ service: Service; lock: LeaderLock }> => {
    process.env['DATABASE_URL'] = url;
    const service = await createService('probe', ProbeModule);
    await startService(service);
    running.push(service);
    return { service, lock: service.app.get(Relay).lock };
  };
  const startBehindProxy = async () => {
    const proxy = await startSilentProxy(databaseUrl);
    proxies.push(proxy);
    return { proxy, ...(await start(proxy.through(databaseUrl))) };
  };
  const lease = async () => {
    const { rows } = await client.query<{ holder: string; expires_at: Date }>('SELECT * FROM probe.leader_leases');
    return rows[0]!;
  };

  it('is one of all replicas, and moves on when that stops', async () => {
    const first = await start();
    expect(await first.lock.isHeld()).toBe(true);
    const second = await start();
    expect(await second.lock.isHeld()).toBe(false);
    await running.shift()!.app.close();
    expect(await first.lock.isHeld()).toBe(false);
    await eventually(() => second.lock.isHeld(), WITHIN);
  });

  it('moves on within 30 s when the machine of the leader vanishes, which no longer believes in itself by then', async () => {
    const leader = await startBehindProxy();
    await eventually(() => leader.lock.isHeld(), WITHIN);
    const other = await start();
    leader.proxy.silence();
    await eventually(async () => {
      const believers = [await leader.lock.isHeld(), await other.lock.isHeld()];
      if (believers.every(Boolean)) throw new Error('two lead at once');
      return believers[1]!;
    }, WITHIN);
    leader.proxy.heal();
    const before = (await lease()).expires_at;
    await eventually(async () => (await lease()).expires_at > before, WITHIN);
    expect([await leader.lock.isHeld(), await other.lock.isHeld()]).toEqual([false, true]);
  }, 60_000);

  it('moves on before the lease is over when the process of the leader has died', async () => {
    const leader = await startBehindProxy();
    const other = await start();
    await eventually(() => leader.lock.isHeld(), WITHIN);
    leader.proxy.silence(); // it cannot come back before the other has asked
    const { expires_at: until } = await lease();
    await client.query(`SELECT pg_terminate_backend(backend_pid) FROM probe.leader_leases`);
    await eventually(() => other.lock.isHeld(), { timeoutMs: until.getTime() - Date.now() - 1_000 });
  });

  it('is asked for by those who wait without a single log-in', async () => {
    const leader = await start();
    await eventually(() => leader.lock.isHeld(), WITHIN);
    const { proxy, lock } = await startBehindProxy();
    await lock.isHeld();
    const renewal = async () => {
      const { expires_at: last } = await lease();
      await eventually(async () => {
        await lock.isHeld();
        return (await lease()).expires_at > last;
      }, WITHIN);
    };
    // On a busy machine a reply can come too late. Then a single log-in is right as well.
    await eventually(async () => {
      const before = proxy.opened;
      for (let renewals = 0; renewals < 3; renewals += 1) await renewal();
      return proxy.opened === before;
    }, WITHIN);
  }, 60_000);
});
