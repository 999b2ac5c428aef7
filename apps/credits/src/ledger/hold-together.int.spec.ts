import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { HoldReply } from '#libs/contracts';
import { useLedger } from '../testing/ledger-under-test.js';
import { holdTogether } from './hold-together.js';

const test = useLedger();

const idsOf = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
const together = (org_id: string, hold_ids: string[], amount = 1): Promise<HoldReply> =>
  holdTogether(test.em.fork(), { org_id, hold_ids, amounts: hold_ids.map(() => amount) });

async function newOrg(credits: number): Promise<string> {
  const org = randomUUID();
  await test.grant(org, credits);
  return org;
}

describe('holds made together', () => {
  it('are made for all videos, and each is settled by itself', async () => {
    const org = await newOrg(10);
    const ids = idsOf(3);
    expect(await together(org, ids, 2)).toEqual({ outcome: 'held' });
    expect(await test.ledger.balance(org)).toEqual({ available: 4, held: 6 });
    await test.capture(org, ids[0]!);
    await test.release(org, ids[1]!);
    expect(await test.ledger.balance(org)).toEqual({ available: 6, held: 2 });
  });

  it('are made for none when the balance does not cover the sum', async () => {
    const org = await newOrg(5);
    expect(await together(org, idsOf(3), 2)).toEqual({ outcome: 'insufficient', required: 6, available: 5 });
    expect(await test.ledger.balance(org)).toEqual({ available: 5, held: 0 });
    expect(await together(randomUUID(), idsOf(1))).toEqual({ outcome: 'insufficient', required: 1, available: 0 });
  });

  it('of test videos need no account', async () => {
    expect(await together(randomUUID(), idsOf(2), 0)).toEqual({ outcome: 'held' });
  });

  it('are made once by the same request sent several times at once, and after one of them is settled', async () => {
    const org = await newOrg(100);
    const ids = idsOf(40);
    const replies = await Promise.all([1, 2, 3].map(() => together(org, ids)));
    expect(replies).toEqual(replies.map(() => ({ outcome: 'held' })));
    expect(await test.ledger.balance(org)).toEqual({ available: 60, held: 40 });
    await test.capture(org, ids[7]!);
    expect(await together(org, ids)).toEqual({ outcome: 'held' });
    expect(await test.ledger.balance(org)).toEqual({ available: 60, held: 39 });
  });

  it('are refused when one of them was released before', async () => {
    const org = await newOrg(10);
    const ids = idsOf(3);
    await test.release(org, ids[1]!);
    expect(await together(org, ids)).toEqual({ outcome: 'released' });
    expect(await test.ledger.balance(org)).toEqual({ available: 10, held: 0 });
  });

  it('are either all made or all refused while their releases arrive', async () => {
    for (let round = 0; round < 10; round += 1) {
      const org = await newOrg(20);
      const ids = idsOf(20);
      const [reply] = await Promise.all([together(org, ids), ...ids.map((id) => test.release(org, id))]);
      expect(['held', 'released']).toContain(reply.outcome);
      expect(await test.ledger.balance(org)).toEqual({ available: 20, held: 0 });
    }
  });

  it('are refused with the id of another hold, and change nothing', async () => {
    const org = await newOrg(10);
    const [id] = idsOf(1) as [string];
    await test.hold(org, id, 3);
    await expect(together(org, [id, randomUUID()])).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    expect(await test.ledger.balance(org)).toEqual({ available: 7, held: 3 });
  });
});
