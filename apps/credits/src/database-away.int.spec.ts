import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CREDITS_RPC } from '#libs/contracts';
import { connectHandlers, RpcClient } from '#libs/messaging';
import { createService, type Service, startService } from '#libs/runtime';
import {
  eventually,
  startNats,
  startPostgres,
  startSilentProxy,
  type SilentProxy,
  type TestNats,
  type TestPostgres,
} from '#libs/testing';
import { CreditsModule } from './credits.module.js';

let postgres: TestPostgres;
let nats: TestNats;
let proxy: SilentProxy;
let service: Service;

beforeAll(async () => {
  [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  proxy = await startSilentProxy(postgres.url);
  Object.assign(process.env, {
    DATABASE_URL: proxy.through(await postgres.createOwner('credits')),
    MIGRATE_ON_START: 'true',
    NATS_URL: nats.url,
    LOG_LEVEL: 'error',
  });
  service = await createService('credits', CreditsModule);
  connectHandlers(service.app);
  await startService(service);
});

afterAll(async () => {
  proxy.cut(); // work in the background may have minutes to wait on a connection that fell silent
  proxy.heal();
  await service.app.close();
  await proxy.stop();
  await Promise.all([postgres.stop(), nats.stop()]);
});

it.each(['breaks connections', 'does not answer'])('says when to ask again while PostgreSQL %s', async (fault) => {
  const rpc = service.app.get(RpcClient);
  const [org_id, hold_id] = [randomUUID(), randomUUID()];
  const questions: (() => Promise<unknown>)[] = [
    () => rpc.call(CREDITS_RPC.balance, { org_id }),
    () => rpc.call(CREDITS_RPC.grant, { org_id, transfer_id: randomUUID(), amount: 1 }),
    () => rpc.call(CREDITS_RPC.hold, { org_id, hold_id, amount: 1 }),
    () => rpc.call(CREDITS_RPC.transactions, { org_id }),
  ];
  for (const ask of questions) await ask();
  if (fault === 'does not answer') proxy.silence();
  else proxy.cut();
  const answers = await Promise.allSettled(questions.map((ask) => ask()));
  const refusal = expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR', retryAfterS: 5 });
  expect(answers).toEqual(questions.map(() => ({ status: 'rejected', reason: refusal })));
  proxy.heal();
  for (const ask of questions) await eventually(ask);
});
