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

/** The organization that comes first in the order of ids, and the one that comes last. */
const [FIRST, LAST] = ['0', 'f'].map((digit) => randomUUID().replace(/^./, digit)) as [string, string];

/** Makes an endpoint of the organization that has missed `events` events, as its other endpoints have. */
async function deafEndpoint(org_id: string, events = 0): Promise<{ org_id: string; id: string }> {
  const id = randomUUID();
  const em = orm.em.fork();
  await em.execute(
    `INSERT INTO endpoints (id, org_id, url, events, enabled, sealed_secret) VALUES (?, ?, '', '{video.failed}', true, ?)`,
    [id, org_id, randomBytes(8)],
  );
  await em.execute(
    `INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at, body)
     SELECT gen_random_uuid(), ?, gen_random_uuid(), 2, 'video.failed', now() - interval '1 hour', '{}'
       FROM generate_series(1, ?::int)`,
    [org_id, events],
  );
  return { org_id, id };
}

const since = () => new Date(Date.now() - 7_200_000).toISOString();

async function allSteps(recoveries: RecoveriesService) {
  const steps = [];
  for (let step = await recoveries.step(); step; step = await recoveries.step()) steps.push(step);
  return steps;
}

it('recoveries take turns by organization, so that many long ones delay no other', async () => {
  const recoveries = new RecoveriesService(orm.em.fork(), new WebhooksConfig());
  const many = [await deafEndpoint(FIRST, 1_200), await deafEndpoint(FIRST), await deafEndpoint(FIRST)];
  const short = await deafEndpoint(LAST, 3);
  for (const endpoint of [...many, short]) await recoveries.order({ ...endpoint, since: since() });
  const [a, b, c] = many.map(({ id }) => id);
  const steps = await allSteps(recoveries);
  expect(steps.map(({ webhook_id, queued, outcome }) => [webhook_id, queued, outcome])).toEqual([
    [a, 500, 'continues'],
    [short.id, 3, 'done'], // before the second step of any of the others
    ...[b, c].map((id) => [id, 500, 'continues']),
    ...[a, b, c].map((id) => [id, 1_000, 'continues']),
    ...[a, b, c].map((id) => [id, 1_200, 'done']),
  ]);
});

it('an organization has at most twenty recoveries in progress, when many are ordered at once too', async () => {
  const recoveries = new RecoveriesService(orm.em.fork(), new WebhooksConfig());
  const [endpoint, other] = [await deafEndpoint(FIRST), await deafEndpoint(LAST)];
  const order = () => recoveries.order({ ...endpoint, since: since() });
  for (let open = 0; open < 19; open += 1) await order();
  const orders = await Promise.allSettled(Array.from({ length: 4 }, order)); // no more than the pool has connections
  expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(order()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfterS: 60 });
  await recoveries.order({ ...other, since: since() });
  await allSteps(recoveries);
  await order(); // they have ended
  await allSteps(recoveries);
});
