import { describe, expect, it } from '@jest/globals';
import { type SlotAttempt, dueMs, hasOverrun, slotUseMs } from './slot-use.js';

const attempt = (change: Partial<SlotAttempt> = {}): SlotAttempt => ({
  state: 'LEASED',
  costMs: 500,
  claimedAt: new Date(1_000),
  ...change,
});

describe('an attempt that ends', () => {
  it.each<[what: string, attempt: SlotAttempt, endMs: number, due: number]>([
    ['held its slot for longer than estimated', attempt(), 301_000, 299_500],
    ['held it for less', attempt({ costMs: 9_000 }), 2_000, -8_000],
    ['was not claimed yet', attempt({ state: 'DISPATCHED' }), 301_000, -500],
    ['is over already', attempt({ state: 'WAITING' }), 301_000, 0],
    ['began by another clock, ahead of this one', attempt(), 400, -500],
  ])('and %s is charged so', (_what, ended, endMs, due) => expect(dueMs(ended, endMs)).toBe(due));

  it('has held a slot only while a renderer had it', () => {
    expect(slotUseMs(attempt(), 4_000)).toBe(3_000);
    expect(slotUseMs(attempt({ state: 'DISPATCHED' }), 4_000)).toBe(0);
  });

  it.each([
    [500, 9_999, false],
    [500, 10_000, true],
    [5_000, 49_999, false],
    [5_000, 50_000, true],
  ])('and was estimated at %i ms has overrun after %i ms: %s', (costMs, heldMs, expected) => {
    expect(hasOverrun(attempt({ costMs }), 1_000 + heldMs)).toBe(expected);
  });
});
