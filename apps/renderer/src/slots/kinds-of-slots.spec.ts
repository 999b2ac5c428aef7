import { expect, it } from '@jest/globals';
import { KindsOfSlots } from './kinds-of-slots.js';

it('counts videos by their kind', () => {
  const kinds = new KindsOfSlots();
  for (const kind of ['a', 'b', 'a']) kinds.count(kind);
  expect(kinds.all).toEqual({ a: 2, b: 1 });
});

it('stays small, whatever a process sends: it forgets what was not met for longest', () => {
  const kinds = new KindsOfSlots();
  kinds.count('x'.repeat(100_000));
  for (let width = 0; width < 10_000; width++) {
    kinds.count('a');
    kinds.count(`${width}`);
  }
  expect(JSON.stringify(kinds.all).length).toBeLessThan(10_000);
  expect(kinds.all).toMatchObject({ a: 10_000, 9999: 1 });
});
