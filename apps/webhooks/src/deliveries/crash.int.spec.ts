import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrate, ormOptions } from '#libs/database';
import { sealSecret } from '#libs/signing';
import {
  eventually,
  serve,
  type ServiceServers,
  startServers,
  type TestServer,
  TYPESCRIPT_ARGUMENTS,
} from '#libs/testing';
import { WEBHOOKS_DATABASE } from '../webhooks.database.js';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const EVENTS = 60;
const CRASHES = 3;

let servers: ServiceServers;
let orm: MikroORM;
let receiver: TestServer;
let environment: NodeJS.ProcessEnv;
let service: ChildProcess | undefined;
const secretKey = randomBytes(32);
const received = new Map<string, Set<string>>();
let calls = 0;

beforeAll(async () => {
  servers = await startServers('webhooks');
  const { databaseUrl } = servers;
  environment = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    NATS_URL: servers.natsUrl,
    LOG_LEVEL: 'error',
    WEBHOOK_SECRET_KEY: secretKey.toString('base64'),
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    ALLOW_HTTP_TARGETS: 'true',
    DELIVERY_SLOTS: '16',
  };
  orm = await MikroORM.init(ormOptions(WEBHOOKS_DATABASE, { databaseUrl, databasePoolSize: 4, migrateOnStart: true }));
  await migrate(orm, databaseUrl);
  receiver = await serve((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      calls += 1;
      const id = String(request.headers['webhook-id']);
      received.set(id, (received.get(id) ?? new Set()).add(body));
      setTimeout(() => response.end(), 30);
    });
  });
});

afterAll(async () => {
  service?.kill('SIGKILL');
  await receiver.stop();
  await orm.close();
  await servers.stop();
});

async function queueDeliveries(): Promise<void> {
  const em = orm.em.fork();
  const [org, endpoint] = [randomUUID(), randomUUID()];
  const sealed = sealSecret(
    `whsec_${randomBytes(32).toString('base64')}`,
    { key: secretKey, owner: endpoint },
    randomBytes(12),
  );
  const url = `${receiver.url}/`;
  await em.execute(
    `INSERT INTO endpoints (id, org_id, url, events, enabled, sealed_secret) VALUES (?, ?, ?, '{video.finished}', true, ?)`,
    [endpoint, org, url, sealed],
  );
  for (let i = 0; i < EVENTS; i += 1) {
    const [event, video] = [randomUUID(), randomUUID()];
    await em.execute(
      `INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at, body) VALUES (?, ?, ?, 2, 'video.finished', now(), ?)`,
      [event, org, video, Buffer.from(JSON.stringify({ video }))],
    );
    await em.execute(
      `INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence) VALUES (?, ?, ?, ?, ?, 2)`,
      [randomUUID(), event, endpoint, org, video],
    );
  }
}

it(`delivers every event, byte for byte the same, across ${CRASHES} kill -9 in the middle of the attempts`, async () => {
  await queueDeliveries();
  const em = orm.em.fork();
  for (let crash = 0; crash <= CRASHES; crash += 1) {
    const before = calls;
    service = spawn(process.execPath, [...TYPESCRIPT_ARGUMENTS, MAIN], { env: environment, stdio: 'inherit' });
    if (crash === CRASHES) break;
    await eventually(() => calls >= before + 8, { everyMs: 5 });
    service.kill('SIGKILL');
    await once(service, 'exit');
    // As if the minute that a lease lasts had passed.
    await em.execute(`UPDATE deliveries SET next_attempt_at = now() WHERE lease_token IS NOT NULL`);
  }
  // A claim that a killed process had sent may commit behind the update above: its lease takes its minute.
  await eventually(async () => (await em.execute(`SELECT 1 FROM deliveries WHERE state <> 'succeeded'`)).length === 0, {
    timeoutMs: 90_000,
  });
  expect(received.size).toBe(EVENTS);
  expect([...received.values()].every((bodies) => bodies.size === 1)).toBe(true);
  expect(calls).toBeLessThanOrEqual(EVENTS + CRASHES * 4); // repeated: at most what was in flight, 4 of 16 slots
}, 300_000);
