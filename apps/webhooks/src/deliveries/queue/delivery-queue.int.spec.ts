import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrate, ormOptions } from '#libs/database';
import { rowsRead, startPostgres, type TestPostgres } from '#libs/testing';
import { WEBHOOKS_DATABASE } from '../../webhooks.database.js';
import type { Busy } from './choose-fairly.js';
import { addUpDeliveries } from '../delivery-counts.js';
import { DeliveryQueue } from './delivery-queue.js';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const NONE_BUSY: Busy = { lanes: [], orgs: [] };
const MOST = { lanes: 64, perLane: 10 };

let postgres: TestPostgres;
let client: pg.Client;
let databaseUrl: string;

const openOrm = () =>
  MikroORM.init(ormOptions(WEBHOOKS_DATABASE, { databaseUrl, databasePoolSize: 2, migrateOnStart: false }));

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createOwner('webhooks');
  const orm = await openOrm();
  await migrate(orm, databaseUrl);
  await orm.close();
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await postgres.stop();
});

beforeEach(async () => {
  await client.query('TRUNCATE endpoints, events CASCADE');
});

/** Makes an endpoint with `deliveries` deliveries, each of another video; the first has waited longest. */
async function endpointWith(deliveries: number, { ready = true, org = randomUUID() } = {}): Promise<string> {
  const id = randomUUID();
  await client.query(
    `INSERT INTO endpoints (id, org_id, url, events, enabled, sealed_secret) VALUES ($1, $2, '', '{}', true, $3)`,
    [id, org, randomBytes(8)],
  );
  await client.query(
    `WITH event AS (
       INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at)
       SELECT gen_random_uuid(), $2, gen_random_uuid(), 2, 'video.finished', now() - n * interval '1 second'
         FROM generate_series(1, $3::int) AS n RETURNING *
     )
     INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence, ready, next_attempt_at)
     SELECT gen_random_uuid(), id, $1, org_id, subject_id, sequence, $4,
            CASE WHEN $4 THEN occurred_at ELSE now() + interval '1 hour' END FROM event`,
    [id, org, deliveries, ready],
  );
  return id;
}

const readByQueue = <T>(work: (queue: DeliveryQueue) => Promise<T>) =>
  rowsRead(client, 'deliveries', async () => {
    const orm = await openOrm();
    const result = await work(new DeliveryQueue(orm.em.fork()));
    await orm.close();
    return result;
  });

describe('finding what is ready', () => {
  it.each([['before the first statistics'], ['with statistics']])(
    'reads a handful of rows, however many wait for an endpoint that has its share: %s',
    async (when) => {
      const crowded = await endpointWith(20_000);
      const calm = await endpointWith(1);
      if (when === 'with statistics') await client.query('ANALYZE deliveries');
      const { result, read } = await readByQueue((queue) =>
        queue.findReady(BEFORE_ALL, { lanes: [crowded], orgs: [] }, MOST),
      );
      expect(result.map(({ lane_id }) => lane_id)).toEqual([calm]);
      expect(read).toBeLessThan(50);
      expect(read).toBeGreaterThan(0);
      const { result: both, read: readForBoth } = await readByQueue((queue) =>
        queue.findReady(BEFORE_ALL, NONE_BUSY, MOST),
      );
      expect(both).toHaveLength(11);
      expect(readForBoth).toBeLessThan(200);
    },
    60_000,
  );

  it('reads a handful of rows, however many wait for their time', async () => {
    await endpointWith(20_000, { ready: false });
    const calm = await endpointWith(1);
    const { result, read } = await readByQueue(async (queue) => {
      await queue.wake();
      return queue.findReady(BEFORE_ALL, NONE_BUSY, MOST);
    });
    expect(result.map(({ lane_id }) => lane_id)).toEqual([calm]);
    expect(read).toBeLessThan(50);
  });

  it('takes one delivery of each endpoint, then a second of each, those that have waited longest first', async () => {
    const endpoints = [await endpointWith(3), await endpointWith(1), await endpointWith(2)];
    const { result } = await readByQueue((queue) => queue.findReady(BEFORE_ALL, NONE_BUSY, { lanes: 9, perLane: 2 }));
    const [a, b, c] = endpoints.toSorted();
    const twice = endpoints.filter((id) => id !== endpoints[1]).toSorted();
    expect(result.map(({ lane_id }) => lane_id)).toEqual([a, b, c, ...twice]);
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM deliveries WHERE endpoint_id = $1 ORDER BY next_attempt_at LIMIT 2`,
      [endpoints[0]],
    );
    const ofFirst = result.filter(({ lane_id }) => lane_id === endpoints[0]);
    expect(ofFirst.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('continues after an endpoint, as far as requested, and skips organizations at their limit', async () => {
    const org = randomUUID();
    const shared = [await endpointWith(1, { org }), await endpointWith(1, { org })];
    const others: string[] = [];
    for (let i = 0; i < 5; i += 1) others.push(await endpointWith(1));
    const all = [...shared, ...others].toSorted();
    const find = async (after: string, busy: Busy, lanes: number) => {
      const { result } = await readByQueue((queue) => queue.findReady(after, busy, { lanes, perLane: 10 }));
      return result.map(({ lane_id }) => lane_id);
    };
    expect(await find(BEFORE_ALL, NONE_BUSY, 3)).toEqual(all.slice(0, 3));
    expect(await find(all[2]!, NONE_BUSY, 3)).toEqual(all.slice(3, 6));
    expect(await find(all[6]!, NONE_BUSY, 3)).toEqual([]);
    expect(await find(BEFORE_ALL, { lanes: [], orgs: [org] }, 4)).toEqual(others.toSorted().slice(0, 4));
    expect(await find(BEFORE_ALL, { lanes: all.slice(0, 6), orgs: [] }, 1)).toEqual([all[6]]);
  });
});

describe('leases', () => {
  it('go to one of many who ask at once, and come back after a minute', async () => {
    const endpoint = await endpointWith(20);
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM deliveries WHERE endpoint_id = $1`, [endpoint]);
    const ids = rows.map(({ id }) => id);
    const { result } = await readByQueue(async (queue) => {
      const leased = (await Promise.all([queue.lease(ids), queue.lease(ids), queue.lease(ids)])).flat();
      await queue.wake();
      return { leased, ready: await queue.findReady(BEFORE_ALL, NONE_BUSY, MOST) };
    });
    expect(result.leased.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(result.ready).toEqual([]);
    await client.query(`UPDATE deliveries SET next_attempt_at = next_attempt_at - interval '60 seconds'`);
    const { result: again } = await readByQueue(async (queue) => {
      await queue.wake();
      return queue.findReady(BEFORE_ALL, NONE_BUSY, { lanes: 1, perLane: 20 });
    });
    expect(again).toHaveLength(20);
  });
});

describe('a burst of deliveries', () => {
  it('is counted in linear time while a backup keeps deleted changes and statistics expect none', async () => {
    const burst = 2000;
    const backup = new pg.Client({ connectionString: postgres.url });
    await backup.connect();
    await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1'); // as pg_dump does: no deleted row can go
    const readToCount = () =>
      rowsRead(client, 'delivery_changes', async () => {
        const orm = await openOrm();
        await addUpDeliveries(orm.em);
        await orm.close();
      });
    const endpoint = await endpointWith(1);
    const deliver = () =>
      client.query(
        `INSERT INTO delivery_changes (endpoint_id, state, deliveries) SELECT $1, 'pending', 1 FROM generate_series(1, $2::int)`,
        [endpoint, burst],
      );
    await deliver();
    await readToCount();
    await client.query('VACUUM delivery_changes');
    await deliver();
    const { read } = await readToCount();
    expect(read).toBeLessThan(30 * burst);
    expect(read).toBeGreaterThan(burst);
    await backup.end();
  });
});
