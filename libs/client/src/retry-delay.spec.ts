import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { retryAfterS } from './retry-after.js';
import { type CallState, retryDelayMs } from './retry-delay.js';

const CALL: CallState = { isRepeatable: true, retries: 8, failures: 0 };

describe('retryDelayMs', () => {
  it.each([
    ['429 with Retry-After: the request was refused', 429, 17, false, 17_000],
    ['503 with Retry-After: the request was refused', 503, 3, false, 3_000],
    ['503 without: a proxy may have passed it on', 503, undefined, false, undefined],
    ['503 without, repeatable', 503, undefined, true, 500],
    ['500 with Retry-After: it may have been carried out', 500, 2, false, undefined],
    ['500 with Retry-After, repeatable', 500, 2, true, 2_000],
    ['500 without: not temporary', 500, undefined, true, undefined],
    ['502, repeatable', 502, undefined, true, 500],
    ['504', 504, undefined, false, undefined],
    ['no response', undefined, undefined, false, undefined],
    ['no response, repeatable', undefined, undefined, true, 500],
    ['success', 200, undefined, true, undefined],
    ['a video in progress, whose Retry-After proposes a read', 200, 2, true, undefined],
    ['a fault of the request', 422, 1, true, undefined],
  ])('%s', (...[, status, seconds, isRepeatable, delayMs]) => {
    expect(retryDelayMs({ status, retryAfterS: seconds }, { ...CALL, isRepeatable }, 0)).toBe(delayMs);
  });

  it('doubles up to 8 s, for as many failures as there are retries', () => {
    const delays = Array.from({ length: 10 }, (_, failures) => {
      return retryDelayMs({ status: undefined, retryAfterS: undefined }, { ...CALL, failures }, 0);
    });
    const last = [8_000, 8_000, 8_000, 8_000];
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, ...last, undefined, undefined]);
  });

  it('follows Retry-After after any number of failures, and never without a pause', () => {
    const exhausted = { ...CALL, failures: 9 };
    expect(retryDelayMs({ status: 429, retryAfterS: 2 }, exhausted, 0)).toBe(2_000);
    expect(retryDelayMs({ status: 503, retryAfterS: 0 }, { ...exhausted, retries: 0 }, 0)).toBe(500);
  });

  it('never comes before Retry-After, nor a quarter of it later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_600 }), fc.double({ min: 0, max: 1, noNaN: true }), (seconds, random) => {
        const delayMs = retryDelayMs({ status: 429, retryAfterS: seconds }, { ...CALL, isRepeatable: false }, random)!;
        expect(delayMs).toBeGreaterThanOrEqual(seconds * 1_000);
        expect(delayMs).toBeLessThanOrEqual(seconds * 1_250);
      }),
    );
  });
});

describe('retryAfterS', () => {
  it('reads seconds and dates', () => {
    const at = (value: string) => retryAfterS(new Headers({ 'Retry-After': value }));
    expect(retryAfterS(new Headers())).toBeUndefined();
    expect(at('17')).toBe(17);
    expect(at('soon')).toBeUndefined();
    expect(at('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(0);
    const inAMinute = at(new Date(Date.now() + 60_000).toUTCString())!;
    expect(inAMinute).toBeGreaterThan(30);
    expect(inAMinute).toBeLessThanOrEqual(60);
  });
});
