import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WEBHOOKS_RPC } from '#libs/contracts';
import {
  eventually,
  startNats,
  startPostgres,
  startSilentProxy,
  type SilentProxy,
  type TestNats,
  type TestPostgres,
} from '#libs/testing';
import { type RunningWebhooks, startWebhooks } from './testing/running-webhooks.js';

let postgres: TestPostgres;
let nats: TestNats;
let proxy: SilentProxy;
let webhooks: RunningWebhooks;

beforeAll(async () => {
  [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  proxy = await startSilentProxy(postgres.url);
  const databaseUrl = proxy.through(await postgres.createOwner('webhooks'));
  webhooks = await startWebhooks({ databaseUrl, natsUrl: nats.url });
});

afterAll(async () => {
  proxy.cut(); // work in the background may have minutes to wait on a connection that fell silent
  proxy.heal();
  await webhooks.stop();
  await proxy.stop();
  await Promise.all([postgres.stop(), nats.stop()]);
});

it('says when to ask again while PostgreSQL is away', async () => {
  const { rpc } = webhooks;
  const org_id = randomUUID();
  const body = { url: 'http://127.0.0.1:65000/', events: ['video.finished'] };
  const { id } = await rpc.call(WEBHOOKS_RPC.create, { org_id, body });
  const questions: (() => Promise<unknown>)[] = [
    () => rpc.call(WEBHOOKS_RPC.create, { org_id, body }),
    () => rpc.call(WEBHOOKS_RPC.list, { org_id }),
    () => rpc.call(WEBHOOKS_RPC.get, { org_id, id }),
    () => rpc.call(WEBHOOKS_RPC.update, { org_id, id, body: { enabled: true } }),
    () => rpc.call(WEBHOOKS_RPC.listDeliveries, { org_id, id }),
  ];
  for (const ask of questions) await ask();
  proxy.cut();
  const answers = await Promise.allSettled(questions.map((ask) => ask()));
  const refusal = expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR', retryAfterS: 5 });
  expect(answers).toEqual(questions.map(() => ({ status: 'rejected', reason: refusal })));
  proxy.heal();
  for (const ask of questions) await eventually(ask);
});
