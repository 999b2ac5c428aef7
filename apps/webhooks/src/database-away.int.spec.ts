import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WEBHOOKS_RPC } from '#libs/contracts';
import { type LosableDatabase, LOSSES, startLosableDatabase } from '#libs/testing';
import { type RunningWebhooks, startWebhooks } from './testing/running-webhooks.js';

let database: LosableDatabase;
let webhooks: RunningWebhooks;

beforeAll(async () => {
  database = await startLosableDatabase('webhooks');
  webhooks = await startWebhooks(database);
});

afterAll(async () => {
  database.silence(); // a service must end without its database
  await webhooks.stop();
  await database.stop();
});

it.each(LOSSES)('says when to ask again while PostgreSQL is away: %s', async (loss) => {
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
  const answers = await database.askWhileLost(loss, questions);
  const refusal = expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR', retryAfterS: 5 });
  expect(answers).toEqual(questions.map(() => ({ status: 'rejected', reason: refusal })));
});
