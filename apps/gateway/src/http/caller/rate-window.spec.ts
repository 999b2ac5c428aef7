import { describe, expect, it } from '@jest/globals';
import { minuteStart, rateWindow } from './rate-window.js';

describe('rateWindow', () => {
  it.each([
    { used: 1, allowed: true, remaining: 99 },
    { used: 100, allowed: true, remaining: 0 },
    { used: 101, allowed: false, remaining: 0 },
  ])('request $used of 100 is allowed: $allowed', ({ used, allowed, remaining }) => {
    const window = rateWindow(100, { used, nowS: 630.2, startedS: 600 });
    expect(window).toEqual({ limit: 100, remaining, reset: 660, retryAfterS: 30, allowed });
  });

  it.each([660, 659.99, 661])('never asks a caller to wait for less than a second (at %d of 660)', (nowS) => {
    expect(rateWindow(1, { used: 2, nowS, startedS: 600 }).retryAfterS).toBe(1);
  });
});

describe('minuteStart', () => {
  it('is the last whole minute of the clock', () => {
    expect([minuteStart(600), minuteStart(659.999), minuteStart(660)]).toEqual([600, 600, 660]);
  });
});
