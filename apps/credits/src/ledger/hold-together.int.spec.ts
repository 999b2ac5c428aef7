import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { HoldReply, Spender } from '#libs/contracts';
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

describe('holds of a key with limits', () => {
  const spend = (org_id: string, spender: Spender, amounts: number[]): Promise<HoldReply> =>
    holdTogether(test.em.fork(), { org_id, hold_ids: idsOf(amounts.length), amounts, spender });
  const newSpender = (limits: Partial<Spender>): Spender => ({
    key_id: randomUUID(),
    ...limits,
  });

  it('are refused beyond what is left of the day; a release returns its part', async () => {
    const org = await newOrg(100);
    const spender = newSpender({ daily_credits: 10 });
    const [id] = idsOf(1) as [string];
    const first = { org_id: org, hold_ids: [id], amounts: [6], spender };
    expect(await holdTogether(test.em.fork(), first)).toEqual({ outcome: 'held' });
    const refused = { outcome: 'limited', limit: 'daily_credits', required: 5, available: 4 };
    expect(await spend(org, spender, [2, 3])).toEqual(refused);
    expect(await test.ledger.balance(org)).toEqual({ available: 94, held: 6 });
    await test.release(org, id);
    expect(await spend(org, spender, [5, 5])).toEqual({ outcome: 'held' });
    expect(await spend(org, newSpender({ daily_credits: 1 }), [1])).toEqual({ outcome: 'held' });
  });

  it('count what was spent on earlier days in all, and not for the day', async () => {
    const org = await newOrg(100);
    const spender = newSpender({ daily_credits: 10, total_credits: 15 });
    expect(await spend(org, spender, [10])).toEqual({ outcome: 'held' });
    await test.em.fork().execute('UPDATE spender_days SET day = day - 1 WHERE spender_id = ?', [spender.key_id]);
    const refused = { outcome: 'limited', limit: 'total_credits', required: 6, available: 5 };
    expect(await spend(org, spender, [6])).toEqual(refused);
    expect(await spend(org, spender, [5])).toEqual({ outcome: 'held' });
  });

  it('never exceed a limit together, however many are requested at once', async () => {
    const org = await newOrg(100);
    const spender = newSpender({ daily_credits: 10 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => spend(org, spender, [2])));
    expect(replies.filter(({ outcome }) => outcome === 'held')).toHaveLength(5);
    expect(await test.ledger.balance(org)).toEqual({ available: 90, held: 10 });
  });
});
