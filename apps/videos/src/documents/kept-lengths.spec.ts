import { expect, it } from '@jest/globals';
import { KeptLengths } from './kept-lengths.js';

const file = (url: string) => ({ kind: 'audio' as const, url, field: 'x' });
const other = file('https://a.example/voice.mp3');

function lengths() {
  const clock = { ms: 0 };
  return { clock, kept: new KeptLengths(() => clock.ms) };
}

it('a length is kept for five minutes', () => {
  const { clock, kept } = lengths();
  kept.keep('a', other, 4);
  clock.ms = 299_000;
  expect(kept.of('a', other)).toBe(4);
  clock.ms = 300_000;
  expect(kept.of('a', other)).toBeUndefined();
});

it('a length is kept for one organization and one kind of file', () => {
  const { kept } = lengths();
  kept.keep('a', other, 4);
  expect(kept.of('b', other)).toBeUndefined();
  expect(kept.of('a', { ...other, kind: 'video' })).toBeUndefined();
});

it('ten thousand lengths are kept, the latest', () => {
  const { kept } = lengths();
  for (let n = 0; n <= 10_000; n += 1) kept.keep('a', file(`https://a.example/${n}`), n);
  expect([0, 1, 10_000].map((n) => kept.of('a', file(`https://a.example/${n}`)))).toEqual([undefined, 1, 10_000]);
});
