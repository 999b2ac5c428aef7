import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { type ListVideos, VIDEO_STATUSES, type VideoStatus } from '#libs/contracts';
import { migrate, ormOptions, PreparedStatements } from '#libs/database';
import { eventually, rowsRead, startPostgres, type TestPostgres } from '#libs/testing';
import { VideosConfig } from '../videos.config.js';
import { VIDEOS_DATABASE } from '../videos.database.js';
import { addUpVideoChanges } from './video-counts.js';
import type { RowStatus } from './video-status.js';
import { VideosService } from './videos.service.js';

/** Number of rows: more than any page reads, few enough to be inserted in a second. */
const MANY = 10_000;

/** Number of rows that shows a cost which grows with their square. */
const BURST = 2000;

let postgres: TestPostgres;
let client: pg.Client;
let databaseUrl: string;

const openOrm = () =>
  MikroORM.init(ormOptions(VIDEOS_DATABASE, { databaseUrl, databasePoolSize: 2, migrateOnStart: false }));

const config = Object.assign(new VideosConfig(), {
  publicBaseUrl: 'http://127.0.0.1:1/v1',
  assetsUrl: 'http://127.0.0.1:1/assets',
});

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createOwner('videos');
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

/** Inserts `count` videos of an organization, one a second up to now, with the statuses in turn. */
async function insertVideos(org: string, count: number, statuses: readonly RowStatus[]): Promise<void> {
  await client.query(
    `INSERT INTO videos (id, org_id, status, template_id, template_version, format, fps, width, height, frame_count,
                         duration_s, credits, public_key, created_at, updated_at)
     SELECT gen_random_uuid(), $1, ($3::text[])[1 + n % cardinality($3::text[])], gen_random_uuid(), 1, 'mp4', 24, 320, 180, 24,
            1, 1, 'videos/' || n, now() - n * interval '1 second', now() FROM generate_series(1, $2::int) AS n`,
    [org, count, statuses],
  );
}

const readByVideos = <T>(work: (orm: MikroORM) => Promise<T>) =>
  rowsRead(client, 'video%', async () => {
    const orm = await openOrm();
    const result = await work(orm);
    await orm.close();
    return result;
  });

const list = (request: ListVideos) =>
  readByVideos((orm) => new VideosService(new PreparedStatements(orm), config).list(request));

async function addUp(): Promise<void> {
  const orm = await openOrm();
  while (await addUpVideoChanges(orm.em));
  await orm.close();
  // Removes the changes that a bulk leaves, as autovacuum does: once no other worker's snapshot can still see them.
  await eventually(async () => {
    await client.query('VACUUM video_changes');
    const { rows } = await client.query(`SELECT pg_relation_size('video_changes')::int AS bytes`);
    expect(rows).toEqual([{ bytes: 0 }]);
  });
}

async function expectTotals(org: string, totals: Partial<Record<VideoStatus, number>>): Promise<void> {
  for (const status of VIDEO_STATUSES) {
    const { result } = await list({ org_id: org, status });
    expect([status, result.pagination.total]).toEqual([status, totals[status] ?? 0]);
  }
  const all = Object.values(totals).reduce((sum, each) => sum + each, 0);
  expect((await list({ org_id: org })).result.pagination.total).toBe(all);
}

describe('a list of videos', () => {
  it.each<[VideoStatus | undefined, number]>([
    [undefined, MANY],
    ['COMPLETED', MANY / 2],
    ['CANCELED', 0],
  ])('reads the rows of its page, however many the organization has: status %s', async (status, total) => {
    const org = randomUUID();
    await insertVideos(org, MANY, ['COMPLETED', 'FAILED']);
    await addUp();
    await client.query('ANALYZE videos');
    const { result, read } = await list({ org_id: org, limit: 20, ...(status && { status }) });
    expect(result.pagination).toEqual({ limit: 20, offset: 0, total, has_more: total > 20 });
    expect(result.data).toHaveLength(Math.min(20, total));
    expect(read).toBeLessThan(200);
    expect(read).toBeGreaterThan(0);
  });

  it('passes over no deleted videos, however many are newer', async () => {
    const org = randomUUID();
    await insertVideos(org, 1, ['COMPLETED']);
    await client.query(`UPDATE videos SET created_at = created_at - interval '1 day' WHERE org_id = $1`, [org]);
    await insertVideos(org, MANY, ['DELETED']);
    await client.query('ANALYZE videos');
    await addUp();
    const { result, read } = await list({ org_id: org });
    expect(result.data).toHaveLength(1);
    expect(read).toBeLessThan(200);
  });

  it('reads nothing behind its end', async () => {
    const org = randomUUID();
    await insertVideos(org, MANY, ['COMPLETED']);
    await addUp();
    const { result, read } = await list({ org_id: org, offset: 2_147_483_647 });
    expect(result).toMatchObject({ data: [], pagination: { total: MANY, has_more: false } });
    expect(read).toBeLessThan(200);
  });

  it('is in the order of creation, whatever the statuses', async () => {
    const org = randomUUID();
    await insertVideos(org, 100, ['COMPLETED', 'PROCESSING', 'CANCELED', 'FAILED', 'DELETED']);
    const pages = [];
    for (const offset of [0, 30, 60]) pages.push((await list({ org_id: org, limit: 30, offset })).result);
    const created = pages.flatMap(({ data }) => data.map((video) => video.created_at));
    expect(created).toHaveLength(80);
    expect(created).toEqual(created.toSorted().toReversed());
    expect(pages.map(({ pagination }) => pagination.has_more)).toEqual([true, true, false]);
  });
});

describe('a search for videos', () => {
  const org = randomUUID();
  const found = (request: Partial<ListVideos>) => list({ org_id: org, ...request });

  beforeAll(async () => {
    await insertVideos(org, MANY, ['COMPLETED', 'FAILED']);
    await client.query(
      `UPDATE videos SET metadata = 'order-' || substr(public_key, 8), format = CASE WHEN public_key LIKE '%7' THEN 'gif' ELSE 'mp4' END
        WHERE org_id = $1`,
      [org],
    );
    await client.query('ANALYZE videos');
  });

  it('by the beginning of the metadata reads what it finds and no more', async () => {
    const { result, read } = await found({ metadata: 'order-123' });
    expect(result.pagination).toMatchObject({ total: 11, has_more: false }); // 123 and 1230 to 1239
    expect(result.data.map(({ metadata }) => metadata)).toContain('order-123');
    expect(read).toBeLessThan(200);
    expect((await found({ metadata: 'ORDER-123' })).result.pagination.total).toBe(0);
    expect((await found({ metadata: 'order-123%' })).result.pagination.total).toBe(0);
    expect((await list({ org_id: randomUUID(), metadata: 'order-123' })).result.pagination.total).toBe(0);
  });

  it('meets all conditions, newest first, in pages', async () => {
    const { result } = await found({ metadata: 'order-1', format: 'gif', status: 'FAILED', limit: 5, offset: 5 });
    const all = (await found({ metadata: 'order-1', format: 'gif', limit: 100 })).result;
    const failed = all.data.filter(({ status }) => status === 'FAILED');
    expect(all.pagination.total).toBe(111); // every number from 1 to 10,000 that begins with 1 and ends in 7
    expect(result.data).toEqual(failed.slice(5, 10));
    const [one] = result.data;
    expect((await found({ template_id: one!.template_id })).result.data).toEqual([one]);
    const behind = (await found({ format: 'gif', offset: 5_000 })).result;
    expect(behind).toMatchObject({ data: [], pagination: { total: MANY / 10, has_more: false } });
  });
});

describe('videos of a creator and of some days', () => {
  it('are found without reading others, with the name of their template', async () => {
    const [org, creator] = [randomUUID(), randomUUID()];
    await insertVideos(org, MANY, ['COMPLETED', 'FAILED']);
    await client.query(
      `UPDATE videos SET creator_id = $2, creator_type = 'key', test = true
        WHERE org_id = $1 AND public_key LIKE '%77'`,
      [org, creator],
    );
    await client.query('ANALYZE videos');
    const { result, read } = await list({ org_id: org, created_by: creator, limit: 100 });
    expect(result.pagination.total).toBe(MANY / 100);
    expect(read).toBeLessThan(600);
    const { created_by, test, template_name } = result.data[0]!;
    expect([created_by, test, template_name]).toEqual([{ type: 'key', id: creator, name: null }, true, null]);
    const [newest, , third] = result.data.map(({ created_at }) => created_at);
    const within = await list({ org_id: org, created_by: creator, since: third!, until: newest! });
    expect(within.result.data.map(({ created_at }) => created_at)).toEqual(
      result.data.slice(1, 3).map(({ created_at }) => created_at),
    );
    expect((await list({ org_id: randomUUID(), created_by: creator })).result.pagination.total).toBe(0);
  });
});

describe('a burst of videos', () => {
  it('is counted in linear time while a backup keeps deleted changes and statistics expect none', async () => {
    const [org, other] = [randomUUID(), randomUUID()];
    await addUp(); // changes of earlier tests would be kept and read, too
    const backup = new pg.Client({ connectionString: postgres.url });
    await backup.connect();
    await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1'); // as pg_dump does: no deleted row can go
    const addUpAll = async (orm: MikroORM) => {
      while (await addUpVideoChanges(orm.em));
    };
    await insertVideos(other, BURST, ['COMPLETED']);
    await readByVideos(addUpAll);
    await client.query('VACUUM video_changes');
    await insertVideos(org, BURST, ['COMPLETED']);
    const { read } = await readByVideos(addUpAll);
    expect(read).toBeLessThan(30 * BURST);
    await backup.end();
    await expectTotals(org, { COMPLETED: BURST });
  });
});
