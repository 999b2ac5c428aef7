import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { CreditDays } from '#libs/contracts';
import { useLedger } from '../testing/ledger-under-test.js';
import { creditDays } from './credit-days.js';

const test = useLedger();
const DAY_MS = 24 * 60 * 60_000;
/** The day `days` days ago, in UTC. */
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Moves the counted days of an organization into the past. */
const ageDays = (org: string, days: number) =>
  test.em.execute('UPDATE account_days SET day = day - ?::int WHERE org_id = ?', [days, org]);

/** The days on which credits changed, from `from` days ago until `to` days ago. */
async function changesOf(org: string, from: number, to = 0): Promise<CreditDays['data']> {
  const { data } = await creditDays(test.em, org, { from: ago(from), to: ago(to) });
  return data.filter(({ granted, captured }) => granted + captured > 0);
}

async function spend(org: string, amount: number): Promise<void> {
  const id = randomUUID();
  await test.hold(org, id, amount);
  await test.capture(org, id);
}

describe('the days of an account', () => {
  it('have what was granted and captured; a hold and a release change nothing', async () => {
    const org = randomUUID();
    expect((await creditDays(test.em, org, { from: ago(1), to: ago(0) })).data).toEqual([
      { date: ago(0), granted: 0, captured: 0, balance: 0 },
      { date: ago(1), granted: 0, captured: 0, balance: 0 },
    ]);
    await test.grant(org, 100);
    await spend(org, 7);
    const [open, returned] = [randomUUID(), randomUUID()];
    await test.hold(org, open, 20);
    await test.hold(org, returned, 30);
    await test.release(org, returned);
    await test.release(org, randomUUID());
    expect(await changesOf(org, 3)).toEqual([{ date: ago(0), granted: 100, captured: 7, balance: 93 }]);
  });

  it('end with the balance of then, whatever came later', async () => {
    const org = randomUUID();
    await test.grant(org, 100);
    await ageDays(org, 400);
    await spend(org, 10);
    await ageDays(org, 5);
    await spend(org, 1);
    await test.grant(org, 3);
    const days = await creditDays(test.em, org, { from: ago(7), to: ago(0) });
    expect(days.data.map(({ balance }) => balance)).toEqual([92, 90, 90, 90, 90, 90, 100, 100]);
    const before = await creditDays(test.em, org, { from: ago(407), to: ago(404) });
    expect(before.data.map(({ granted, balance }) => [granted, balance])).toEqual([
      [0, 100],
      [100, 100],
      [0, 0],
      [0, 0],
    ]);
  });

  it('add up for movements of several processes at once', async () => {
    const org = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => test.grant(org, 10)));
    await Promise.all(Array.from({ length: 20 }, () => spend(org, 2)));
    expect(await changesOf(org, 1)).toEqual([{ date: ago(0), granted: 50, captured: 40, balance: 10 }]);
  });

  it('stay when transfers are archived', async () => {
    const org = randomUUID();
    await test.grant(org, 10);
    await spend(org, 4);
    await test.age(org, 100);
    await ageDays(org, 100);
    await test.check.run();
    expect(await test.archive.archive()).toBe(1);
    expect(await changesOf(org, 100)).toEqual([{ date: ago(100), granted: 10, captured: 4, balance: 6 }]);
  });
});
