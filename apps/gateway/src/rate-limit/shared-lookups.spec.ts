import { describe, expect, it } from '@jest/globals';
import { SharedLookups } from './shared-lookups.js';

const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

describe('SharedLookups', () => {
  it('begins the lookups of one turn in one go', async () => {
    const lookUps = new SharedLookups();
    let turns = 0;
    let isOpen = false;
    await many(500, () =>
      lookUps.join(() => {
        if (!isOpen) {
          turns += 1;
          isOpen = true;
          setImmediate(() => (isOpen = false)); // as the batch of statements is closed
        }
        return Promise.resolve();
      }),
    );
    expect(turns).toBe(1);
  });

  it('has a bound for those that wait, a slow database included, and takes others when they are answered', async () => {
    const lookUps = new SharedLookups();
    let answer: (found: string) => void = () => undefined;
    const answered = new Promise<string>((resolve) => (answer = resolve));
    const waiting = many(1_000, () => lookUps.join(() => answered));
    expect(await lookUps.join(() => Promise.resolve('too many'))).toBeUndefined();
    answer('found');
    expect(new Set(await waiting)).toEqual(new Set(['found']));
    expect(await lookUps.join(() => Promise.resolve('room'))).toBe('room');
  });

  it('frees the place of a lookup that fails', async () => {
    const lookUps = new SharedLookups();
    const failed = await many(1_000, () => lookUps.join(() => Promise.reject(new Error('away'))).catch(() => 'failed'));
    expect(new Set(failed)).toEqual(new Set(['failed']));
    expect(await lookUps.join(() => Promise.resolve('room'))).toBe('room');
  });
});
