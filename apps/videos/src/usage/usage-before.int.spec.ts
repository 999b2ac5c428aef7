import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrate, ormOptions, PreparedStatements } from '#libs/database';
import { startPostgres, type TestPostgres } from '#libs/testing';
import type { RowStatus } from '../videos/video-status.js';
import { VIDEOS_DATABASE } from '../videos.database.js';
import { readUsage } from './usage-days.js';
import { usageOf } from './usage-of.js';

let postgres: TestPostgres;
let orm: MikroORM;

beforeAll(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.createOwner('videos');
  orm = await MikroORM.init(ormOptions(VIDEOS_DATABASE, { databaseUrl, databasePoolSize: 2, migrateOnStart: false }));
  await migrate(orm, databaseUrl);
});
afterAll(async () => {
  await orm.close();
  await postgres.stop();
});

/** Three videos of each kind, that ended on 2026-11-20 where they did. */
async function insertVideos(org: string, status: RowStatus, code: string | null): Promise<void> {
  const hasEnded = !['RESERVING', 'RELEASING', 'PROCESSING'].includes(status);
  await orm.em.execute(
    `INSERT INTO videos (id, org_id, status, error, finished_at, template_id, template_version, format, fps, width, height,
                         frame_count, duration_s, credits, public_key, created_at, updated_at)
     SELECT gen_random_uuid(), ?, ?, ?::json, ?::timestamptz, gen_random_uuid(), 1, 'mp4', 24, 320, 180, 24, 2, 2,
            'videos/' || gen_random_uuid(), now(), now() FROM generate_series(1, 3)`,
    [org, status, code && JSON.stringify({ code }), hasEnded ? '2026-11-20T10:00:00Z' : null],
  );
}

it('videos that ended before they were counted are counted by the migration, deleted ones as they had ended', async () => {
  const org = randomUUID();
  await orm.migrator.down({ migrations: ['2026-11-23-usage'] });
  for (const status of ['RESERVING', 'PROCESSING', 'COMPLETED', 'DELETED'] as const) {
    await insertVideos(org, status, null);
  }
  for (const status of ['FAILED', 'DELETED'] as const) await insertVideos(org, status, 'FONT_FAILED');
  for (const status of ['CANCELED', 'DELETED'] as const) await insertVideos(org, status, 'CANCELED');
  await orm.migrator.up();
  await orm.em.execute(`UPDATE videos SET status = 'COMPLETED', finished_at = '2026-11-21T00:00:00Z'
    WHERE status = 'PROCESSING'`);
  const period = { from: '2026-11-20', to: '2026-11-21' };
  const { data } = usageOf(await readUsage(new PreparedStatements(orm), org, period), period);
  expect(data).toMatchObject([
    { date: '2026-11-21', finished: 3, failed: 0, canceled: 0 },
    {
      ...{ date: '2026-11-20', finished: 6, seconds: 12, credits: 12, canceled: 6, failed: 6 },
      failures: [{ code: 'FONT_FAILED', videos: 6 }],
    },
  ]);
});
