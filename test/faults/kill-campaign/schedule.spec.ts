import { describe, expect, it } from '@jest/globals';
import { scheduleOf, VICTIMS } from './schedule.ts';

describe('the schedule of a kill campaign', () => {
  const size = { videos: 1_500, kills: 120 };

  it('is the same for the same seed, and another for another', () => {
    expect(scheduleOf(1, size)).toEqual(scheduleOf(1, size));
    expect(scheduleOf(1, size)).not.toEqual(scheduleOf(2, size));
  });

  it('kills every kind of process, deletes the store sometimes, and cancels some videos', () => {
    const { kills, cancelAfterMs } = scheduleOf(1, size);
    expect(kills).toHaveLength(120);
    expect(new Set(kills.map(({ victim }) => victim))).toEqual(new Set(VICTIMS));
    expect(kills.filter(({ victim }) => victim === 'jetstream store')).toHaveLength(6);
    expect(kills.map(({ afterVideos }) => afterVideos)).toEqual(
      kills.map(({ afterVideos }) => afterVideos).toSorted((a, b) => a - b),
    );
    const inTenths = Map.groupBy(kills, ({ afterVideos }) => Math.floor(afterVideos / 150));
    expect(Math.max(...[...inTenths.values()].map(({ length }) => length))).toBeLessThan(30); // 12 on average
    expect(cancelAfterMs.size).toBeGreaterThan(50);
    expect(cancelAfterMs.size).toBeLessThan(200);
  });
});
