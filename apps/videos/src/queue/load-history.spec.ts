import { describe, expect, it } from '@jest/globals';
import { LoadHistory } from './load-history.js';

const MINUTE_MS = 60_000;

describe('the load of a renderer', () => {
  it('is the share of busy slots over the announcements of the last minutes', () => {
    const load = new LoadHistory();
    expect(load.percent(5, 0)).toBe(0);
    load.note({ total: 2, free: 0 }, 0);
    load.note({ total: 2, free: 2 }, 10 * MINUTE_MS);
    load.note({ total: 2, free: 1 }, 10 * MINUTE_MS + 2_000);
    expect(load.percent(5, 10 * MINUTE_MS + 4_000)).toBe(25);
    expect(load.percent(60, 10 * MINUTE_MS + 4_000)).toBe(50);
    expect(load.percent(5, 15 * MINUTE_MS)).toBe(0);
    expect(load.byMinute(11 * MINUTE_MS)).toEqual([100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 0]);
    expect(load.byMinute(69 * MINUTE_MS)).toEqual([25, ...Array<number>(59).fill(0)]);
  });

  it('is kept for an hour', () => {
    const load = new LoadHistory();
    for (let minute = 0; minute < 200; minute++)
      load.note({ total: 1, free: minute < 140 ? 0 : 1 }, minute * MINUTE_MS);
    expect(load.percent(1_000, 199 * MINUTE_MS)).toBe(0);
  });

  it('of a renderer without slots is none', () => {
    const load = new LoadHistory();
    load.note({ total: 0, free: 0 }, 0);
    expect(load.percent(5, 0)).toBe(0);
  });
});
