import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type PendingWork, secondsToWait } from './seconds-to-wait.js';

const backlog = (change: Partial<PendingWork> = {}): PendingWork => ({
  ...{ waitingMs: new Map([['a', 60_000]]), activeMs: 0, slots: 4, perOrg: 16, pace: 1 },
  ...change,
});
const first = { orgId: 'a', costMs: 2_000, aheadMs: 0 };

describe('the time that a waiting step takes', () => {
  it.each([
    ['is its own cost where nothing else is to do', first, backlog(), 2],
    ['counts what waits ahead of it, over all slots', { ...first, aheadMs: 40_000 }, backlog(), 12],
    ['counts what renderers have begun', first, backlog({ activeMs: 8_000 }), 4],
    ['is unknown without renderers', first, backlog({ slots: 0 }), null],
    [
      'counts of another organization as much as of its own',
      first,
      backlog({ waitingMs: new Map([['b', 90_000]]) }),
      3,
    ],
    ['counts all of another that has less', first, backlog({ waitingMs: new Map([['b', 400]]) }), 3],
    ['keeps to the organization’s share of slots', { ...first, aheadMs: 8_000 }, backlog({ perOrg: 1 }), 10],
    ['is shorter where a slot uses several cores', { ...first, aheadMs: 40_000 }, backlog({ pace: 0.5 }), 6],
  ])('%s', (_name, step, state, expected) => {
    expect(secondsToWait(step, state)).toBe(expected);
  });

  it('never falls when anyone has more to do, and never rises with a slot more', () => {
    const ms = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(ms, ms, ms, fc.integer({ min: 1, max: 64 }), (aheadMs, other, more, slots) => {
        const of = (waiting: number, count: number) =>
          secondsToWait({ ...first, aheadMs }, backlog({ waitingMs: new Map([['b', waiting]]), slots: count }))!;
        expect(of(other + more, slots)).toBeGreaterThanOrEqual(of(other, slots));
        expect(of(other, slots + 1)).toBeLessThanOrEqual(of(other, slots));
      }),
    );
  });
});
