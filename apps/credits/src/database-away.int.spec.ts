import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EntityManager } from '@mikro-orm/postgresql';
import { CREDITS_RPC } from '#libs/contracts';
import { patiently } from '#libs/database';
import { RpcClient } from '#libs/messaging';
import { type Service } from '#libs/runtime';
import { type LosableDatabase, LOSSES, startLosableDatabase } from '#libs/testing';
import { startCredits } from './testing/running-credits.js';

let database: LosableDatabase;
let service: Service;

beforeAll(async () => {
  database = await startLosableDatabase('credits');
  service = await startCredits(database);
});

afterAll(() => database.stop());

it.each(LOSSES)('says when to ask again while PostgreSQL is away: %s', async (loss) => {
  const rpc = service.app.get(RpcClient);
  const [org_id, hold_id] = [randomUUID(), randomUUID()];
  const questions: (() => Promise<unknown>)[] = [
    () => rpc.call(CREDITS_RPC.balance, { org_id }),
    () => rpc.call(CREDITS_RPC.grant, { org_id, transfer_id: randomUUID(), amount: 1 }),
    () => rpc.call(CREDITS_RPC.hold, { org_id, hold_id, amount: 1 }),
    () => rpc.call(CREDITS_RPC.transactions, { org_id }),
  ];
  const answers = await database.askWhileLost(loss, questions);
  const refusal = expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR', retryAfterS: 5 });
  expect(answers).toEqual(questions.map(() => ({ status: 'rejected', reason: refusal })));
});

/** Time that a pod is given to end, ms. */
const GRACE_MS = 45_000;

it(
  'ends while PostgreSQL is silent, whatever it has begun in the background',
  async () => {
    const cut = patiently(service.app.get(EntityManager), 600_000, (tx) => tx.execute('SELECT 1')).catch(String);
    database.silence();
    await service.app.close();
    expect(await cut).toContain('did not answer before the service had to end');
  },
  GRACE_MS,
);
