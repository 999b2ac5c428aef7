import { describe, expect, it } from '@jest/globals';
import { deadlineOf, isLost, silenceBefore } from './signs-of-life.js';

const MINUTE = 60_000;

describe('a lease’s silence', () => {
  it('counts once we have been connected for the whole time', () => {
    expect(silenceBefore(10 * MINUTE, 0, MINUTE)).toBe(9 * MINUTE);
  });

  it('does not count while we are cut off, nor right after', () => {
    expect(silenceBefore(10 * MINUTE, undefined, MINUTE)).toBeNull();
    expect(silenceBefore(10 * MINUTE, 10 * MINUTE - 59_999, MINUTE)).toBeNull();
    expect(silenceBefore(10 * MINUTE, 9 * MINUTE, MINUTE)).toBe(9 * MINUTE);
  });
});

describe('an unclaimed job', () => {
  const job = { encoder: 'software', dispatchedAtMs: 0 } as const;
  const busy = { total: 2, free: 0 };
  const idle = { total: 2, free: 1 };

  it.each([
    ['is not lost while fresh', 59_999, { software: idle }, false],
    ['is lost when its renderers stand idle', 60_000, { software: idle }, true],
    ['is not lost behind long work', 9 * MINUTE, { software: busy }, false],
    ['is sent again after ten minutes in any case', 10 * MINUTE, { software: busy }, true],
    ['is lost soon when only renderers of another encoder are there', 10_000, { nvenc: busy }, true],
    ['is not lost at once when those of its encoder are late to announce themselves', 9_999, { nvenc: busy }, false],
    ['is not lost while no renderer is there at all', 60_000, {}, false],
  ])('%s', (_name, nowMs, pools, lost) => {
    expect(isLost(job, pools, { nowMs, patienceMs: MINUTE })).toBe(lost);
  });
});

describe('a video’s deadline', () => {
  it.each([
    [
      '24 h after acceptance while nobody has begun',
      { acceptedAtMs: 0, startedAtMs: null, durationS: 10 },
      24 * 60 * MINUTE,
    ],
    ['five minutes after the start when short', { acceptedAtMs: 0, startedAtMs: MINUTE, durationS: 10 }, 6 * MINUTE],
    ['twenty times its length when long', { acceptedAtMs: 0, startedAtMs: MINUTE, durationS: 60 }, 21 * MINUTE],
  ])('is %s', (_name, clock, deadline) => {
    expect(deadlineOf(clock)).toBe(deadline);
  });
});
