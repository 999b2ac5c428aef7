import { describe, expect, it } from '@jest/globals';
import { isLost, overdue, silenceBefore } from './signs-of-life.js';

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

describe('a video that is not finished', () => {
  const HOUR = 60 * MINUTE;
  const waiting = { acceptedAtMs: 0, startedAtMs: null, durationS: 10, attempt: null };
  const begun = { ...waiting, startedAtMs: MINUTE };
  const drawnFor = (ms: number, claimedAtMs = MINUTE) => ({ claimedAtMs, lastSignAtMs: claimedAtMs + ms });

  it.each([
    ['may wait for its first renderer', waiting, 24 * HOUR - 1, null],
    ['fails if no renderer has begun it within a day', waiting, 24 * HOUR, 'not begun'],
    ['may wait again after its renderer was lost', begun, 47 * HOUR, null],
    ['fails after two days in any case', begun, 48 * HOUR, 'whole'],
    ['fails after two days while it is drawn', { ...begun, attempt: drawnFor(MINUTE) }, 48 * HOUR, 'whole'],
    ['may be drawn as long as its renderer allows', { ...begun, attempt: drawnFor(34 * MINUTE) }, HOUR, null],
    ['fails when its renderer keeps no limit', { ...begun, attempt: drawnFor(35 * MINUTE) }, HOUR, 'attempt'],
    ['has time by its length', { ...begun, durationS: 60, attempt: drawnFor(49 * MINUTE) }, HOUR, null],
    ['has no more than that', { ...begun, durationS: 60, attempt: drawnFor(50 * MINUTE) }, HOUR, 'attempt'],
    ['whose renderer has long been silent is lost, not overdue', { ...begun, attempt: drawnFor(0) }, 9 * HOUR, null],
    ['starts again with each attempt', { ...begun, attempt: drawnFor(34 * MINUTE, 9 * HOUR) }, 10 * HOUR, null],
  ])('%s', (_name, clock, nowMs, expected) => {
    expect(overdue(clock, nowMs)).toBe(expected);
  });
});
