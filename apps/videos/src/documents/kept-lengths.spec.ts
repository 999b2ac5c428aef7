import { expect, it } from '@jest/globals';
import { KeptLengths } from './kept-lengths.js';

const UPLOADS = 'https://files.example/assets/media/';
const file = (url: string) => ({ kind: 'audio' as const, url, field: 'x' });
const other = file('https://a.example/voice.mp3');
const upload = file(`${UPLOADS}org/voice.mp3`);

function lengths() {
  const clock = { ms: 0 };
  return { clock, kept: new KeptLengths(() => clock.ms, UPLOADS) };
}

it('a length is kept for five minutes, that of an upload for a day', () => {
  const { clock, kept } = lengths();
  kept.keep('a', other, 4);
  kept.keep('a', upload, 5);
  clock.ms = 299_000;
  expect([kept.of('a', other), kept.of('a', upload)]).toEqual([4, 5]);
  clock.ms = 300_000;
  expect([kept.of('a', other), kept.of('a', upload)]).toEqual([undefined, 5]);
  clock.ms = 24 * 60 * 60_000;
  expect(kept.of('a', upload)).toBeUndefined();
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
