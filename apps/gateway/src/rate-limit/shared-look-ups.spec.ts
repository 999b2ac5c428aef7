import { describe, expect, it } from '@jest/globals';
import { SharedLookUps } from './shared-look-ups.js';

const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

describe('SharedLookUps', () => {
  it('begins the look-ups of one turn in one go', async () => {
    const lookUps = new SharedLookUps();
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
    const lookUps = new SharedLookUps();
    let answer: (found: string) => void = () => undefined;
    const answered = new Promise<string>((resolve) => (answer = resolve));
    const waiting = many(1_000, () => lookUps.join(() => answered));
    expect(await lookUps.join(() => Promise.resolve('too many'))).toBeUndefined();
    answer('found');
    expect(new Set(await waiting)).toEqual(new Set(['found']));
    expect(await lookUps.join(() => Promise.resolve('room'))).toBe('room');
  });

  it('frees the place of a look-up that fails', async () => {
    const lookUps = new SharedLookUps();
    const failed = await many(1_000, () => lookUps.join(() => Promise.reject(new Error('away'))).catch(() => 'failed'));
    expect(new Set(failed)).toEqual(new Set(['failed']));
    expect(await lookUps.join(() => Promise.resolve('room'))).toBe('room');
  });
});
