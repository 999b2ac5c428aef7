import { describe, expect, it } from '@jest/globals';
import { IMMUTABLE } from '#libs/storage';
import { cacheControlOf } from './file-expiry.js';

const NOW = new Date('2026-11-22T10:00:00.000Z');

describe('a file may be kept', () => {
  it.each([
    ['for a year if it is kept indefinitely', 'forever', undefined, IMMUTABLE],
    [
      'until it goes, and no second longer',
      new Date('2026-11-22T10:01:30.900Z'),
      undefined,
      'public, max-age=90, immutable',
    ],
    ['no longer than a year', new Date('2046-11-22T10:00:00.000Z'), undefined, IMMUTABLE],
    ['as long as its address holds', 'forever', 1_800, 'public, max-age=1800'],
    ['as long as both hold', new Date('2026-11-22T10:01:00.000Z'), 1_800, 'public, max-age=60'],
    ['only after revalidation, while its expiry is unknown', 'unknown', 1_800, 'no-cache'],
    ['no more once it has gone', new Date('2026-11-22T09:00:00.000Z'), undefined, 'public, max-age=0, immutable'],
  ] as const)('%s', (_when, expiry, most, expected) => expect(cacheControlOf(expiry, NOW, most)).toBe(expected));
});
