import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrate, ormOptions } from '#libs/database';
import { startPostgres, type TestPostgres } from '#libs/testing';
import { WEBHOOKS_DATABASE } from '../webhooks.database.js';
import { WebhooksConfig } from '../webhooks.config.js';
import { RecoveriesService } from './recoveries.service.js';

let postgres: TestPostgres;
let orm: MikroORM;

beforeAll(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.createOwner('webhooks');
  orm = await MikroORM.init(ormOptions(WEBHOOKS_DATABASE, { databaseUrl, databasePoolSize: 4, migrateOnStart: true }));
  await migrate(orm, databaseUrl);
});

afterAll(async () => {
  await orm.close();
  await postgres.stop();
});

/** An endpoint that has missed `events`. */
async function deafEndpoint(events: number): Promise<{ org_id: string; id: string }> {
  const [org_id, id] = [randomUUID(), randomUUID()];
  const em = orm.em.fork();
  await em.execute(
    `INSERT INTO endpoints (id, org_id, url, events, enabled, sealed_secret) VALUES (?, ?, '', '{video.failed}', true, ?)`,
    [id, org_id, randomBytes(8)],
  );
  await em.execute(
    `INSERT INTO events (id, org_id, video_id, sequence, type, occurred_at, body)
     SELECT gen_random_uuid(), ?, gen_random_uuid(), 2, 'video.failed', now() - interval '1 hour', '{}'
       FROM generate_series(1, ?::int)`,
    [org_id, events],
  );
  return { org_id, id };
}

it('recoveries take turns, so that a long one holds up nobody', async () => {
  const recoveries = new RecoveriesService(orm.em.fork(), new WebhooksConfig());
  const [long, short] = [await deafEndpoint(1_200), await deafEndpoint(3)];
  const since = new Date(Date.now() - 7_200_000).toISOString();
  for (const endpoint of [long, short]) await recoveries.order({ ...endpoint, since });
  const steps = [];
  for (let step = await recoveries.step(); step; step = await recoveries.step()) steps.push(step);
  expect(steps.map(({ webhook_id, queued, outcome }) => [webhook_id, queued, outcome])).toEqual([
    [long.id, 500, 'goes-on'],
    [short.id, 3, 'done'],
    [long.id, 1_000, 'goes-on'],
    [long.id, 1_200, 'done'],
  ]);
});
