import { expect, it } from '@jest/globals';
import { crossFades } from './cross-fades.js';

const page = (start: number, length: number) => ({ role: 'page', start, length }) as const;
const bed = { role: 'bed', start: 0, length: 100 } as const;

it.each([
  ['while both play', [page(0, 4), page(3, 4)], [{ out: 1 }, { in: 1 }]],
  ['from each to the next', [page(0, 4), page(3, 4), page(5, 4)], [{ out: 1 }, { in: 1, out: 2 }, { in: 2 }]],
  ['not where the earlier one has ended', [page(0, 2), page(3, 4)], [{}, {}]],
  ['not at a cut', [page(0, 4), page(4, 4)], [{}, {}]],
  ['only while the earlier one still plays', [page(0, 35), page(30, 40)], [{ out: 5 }, { in: 5 }]],
  ['not with other sounds', [bed, page(0, 4), bed, page(3, 4)], [{}, { out: 1 }, {}, { in: 1 }]],
])('sounds of pages fade into each other %s', (_where, sounds, fades) => {
  expect(crossFades(sounds)).toEqual(fades);
});
