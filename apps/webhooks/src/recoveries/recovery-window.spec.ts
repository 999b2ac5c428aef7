import { describe, expect, it } from '@jest/globals';
import { faultOfSince } from './recovery-window.js';

const now = Date.parse('2026-11-21T10:00:00.000Z');

describe('faultOfSince', () => {
  it.each([
    ['2026-11-21T10:00:00Z', undefined],
    ['2026-11-21T11:00:00+01:00', undefined],
    ['2026-11-07T10:00:00.000Z', undefined],
    ['2026-11-07T09:59:59.999Z', 'VALUE_TOO_SMALL'],
    ['1970-01-01T00:00:00Z', 'VALUE_TOO_SMALL'],
    ['2026-11-21T10:00:00.001Z', 'VALUE_TOO_LARGE'],
    ['2026-11-21T10:00:00-01:00', 'VALUE_TOO_LARGE'],
    ['2026-11-21T23:59:60Z', 'INVALID_FORMAT'],
  ])('judges %s as %s', (since, code) => {
    expect(faultOfSince(since, now, 30)?.code).toBe(code);
  });

  it('reaches no further back than events are kept', () => {
    expect(faultOfSince('2026-11-13T10:00:00Z', now, 8)).toBeNull();
    expect(faultOfSince('2026-11-13T09:59:59Z', now, 8)).toMatchObject({ message: 'since must be at most 8 days ago' });
  });

  it('names the field and the value', () => {
    expect(faultOfSince('2026-12-01T00:00:00Z', now, 30)).toEqual({
      field: 'since',
      code: 'VALUE_TOO_LARGE',
      message: 'since must not be in the future',
      value: '2026-12-01T00:00:00Z',
    });
  });
});
