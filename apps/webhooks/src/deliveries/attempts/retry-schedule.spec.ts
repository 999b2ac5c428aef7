import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_DELIVERY_ATTEMPTS, nextDelayS, parseRetryAfter } from './retry-schedule.js';

const MIDDLE = 0.5;
const ended = fc.integer({ min: 1, max: MAX_DELIVERY_ATTEMPTS - 1 });
const random = fc.double({ min: 0, max: 0.999_999, noNaN: true });

describe('nextDelayS', () => {
  it('follows the documented schedule and ends after ten attempts', () => {
    const delays = Array.from({ length: MAX_DELIVERY_ATTEMPTS }, (_unused, i) => nextDelayS(i + 1, MIDDLE));
    expect(delays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
  });

  it('spreads every delay over ±20 %', () => {
    expect([nextDelayS(1, 0), nextDelayS(1, 1)]).toEqual([4, 6]);
    fc.assert(
      fc.property(ended, random, (n, r) => {
        const nominal = nextDelayS(n, MIDDLE)!;
        const spread = nextDelayS(n, r)!;
        expect(spread).toBeGreaterThanOrEqual(nominal * 0.8 - 1e-9);
        expect(spread).toBeLessThanOrEqual(nominal * 1.2 + 1e-9);
      }),
    );
  });

  it('honors Retry-After between the delay and its double', () => {
    expect(nextDelayS(1, MIDDLE, 1)).toBe(5);
    expect(nextDelayS(1, MIDDLE, 7)).toBe(7);
    expect(nextDelayS(1, MIDDLE, 1e9)).toBe(10);
    fc.assert(
      fc.property(ended, random, fc.double({ min: 0, noNaN: true }), (n, r, retryAfter) => {
        const delay = nextDelayS(n, r)!;
        const honored = nextDelayS(n, r, retryAfter)!;
        expect(honored).toBeGreaterThanOrEqual(delay);
        expect(honored).toBeLessThanOrEqual(2 * delay);
      }),
    );
  });

  it('gives no attempt beyond the tenth, whatever the receiver asks for', () => {
    expect(nextDelayS(MAX_DELIVERY_ATTEMPTS, MIDDLE, 60)).toBeNull();
    expect(nextDelayS(99, MIDDLE)).toBeNull();
  });
});

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  it.each([
    [undefined, null],
    ['0', 0],
    ['120', 120],
    ['1000000000', 1e9],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
    ['9'.repeat(400), null],
    ['Sat, 21 Nov 2026 10:01:00 GMT', 60],
    ['Sat, 21 Nov 2026 09:59:59 GMT', null],
    ['2026-11-21T10:01:00Z', null],
    ['nonsense GMT', null],
    [['30', '60'], 30],
    [['soon', '60'], null],
    [[], null],
  ])('reads %j as %j', (header, seconds) => expect(parseRetryAfter(header, now)).toBe(seconds));
});
