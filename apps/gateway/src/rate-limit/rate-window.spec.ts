import { describe, expect, it } from '@jest/globals';
import { rateWindow } from './rate-window.js';

describe('rateWindow', () => {
  it.each([
    { used: 1, allowed: true, remaining: 99 },
    { used: 100, allowed: true, remaining: 0 },
    { used: 101, allowed: false, remaining: 0 },
  ])('request $used of 100 is allowed: $allowed', ({ used, allowed, remaining }) => {
    expect(rateWindow(100, used, 630.2, 600)).toEqual({ limit: 100, remaining, reset: 660, retryAfterS: 30, allowed });
  });

  it('never asks a caller to wait for less than a second', () => {
    expect(rateWindow(1, 2, 660, 600).retryAfterS).toBe(1);
    expect(rateWindow(1, 2, 659.99, 600).retryAfterS).toBe(1);
  });
});
