import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { partitionDayOf, daysAhead, endOfDay } from './partition-days.js';

const DAY_MS = 86_400_000;

describe('the day of a partition', () => {
  it('holds the ids that are made in it, as text and as numbers', () => {
    const day = partitionDayOf(Date.now());
    const id = randomUUIDv7();
    expect(id >= day.from && id < day.to).toBe(true);
    expect(partitionDayOf(Date.parse('2026-11-22T23:59:59.999Z'))).toEqual(
      partitionDayOf(Date.parse('2026-11-22T00:00:00Z')),
    );
    expect(partitionDayOf(Date.parse('2026-11-22T12:00:00Z')).to).toBe(
      partitionDayOf(Date.parse('2026-11-23T12:00:00Z')).from,
    );
  });

  it('is named after it', () => {
    expect(partitionDayOf(Date.parse('2026-11-22T12:00:00Z')).name).toBe('20261122');
    expect(endOfDay('20261231')).toBe(Date.parse('2027-01-01T00:00:00Z'));
  });
});

describe('the days to prepare', () => {
  it('follow today', () => {
    const names = daysAhead(Date.parse('2026-12-30T10:00:00Z'), 3).map(({ name }) => name);
    expect(names).toEqual(['20261231', '20270101', '20270102']);
  });

  it('leave out one that is about to begin: its messages may be written already', () => {
    const names = daysAhead(Date.parse('2026-11-22T23:30:00Z'), 2).map(({ name }) => name);
    expect(names).toEqual(['20261124']);
  });

  it('follow one another without a gap', () => {
    const days = daysAhead(Date.now() - (Date.now() % DAY_MS), 5);
    for (const [index, day] of days.slice(1).entries()) expect(day.from).toBe(days[index]!.to);
  });
});
