import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validateShape } from '#libs/template';
import { RecoverWebhookBody } from './bodies.js';
import { readTime } from './time.js';

const faultCodeOf = (since: string) => {
  const checked = validateShape(RecoverWebhookBody, { since });
  return checked.ok ? undefined : checked.faults.map(({ code }) => code).join();
};

describe('a time of a request', () => {
  it.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00.123456789Z', '2026-11-21T10:00:00.123Z'],
    ['2026-11-21T10:00:00+01:00', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T10:00:00.5-09:30', '2026-11-21T19:30:00.500Z'],
    ['2026-11-21T10:00:00-22:39', '2026-11-22T08:39:00.000Z'],
    ['2026-11-21T10:00:00+23:59', '2026-11-20T10:01:00.000Z'],
  ])('%s is %s', (text, moment) => {
    expect([faultCodeOf(text), readTime(text).toISOString()]).toEqual([undefined, moment]);
  });

  it.each([
    '2026-11-21',
    '2026-11-21T10:00:00',
    '2026-11-21 10:00:00Z',
    '2026-02-30T10:00:00Z',
    '2026-11-21T23:59:60Z',
    '2026-11-21T24:30:00Z',
    '2026-11-21T10:00:00+24:00',
    '2026-11-21T10:00:00+01:60',
    'T+01:00',
    'TZ',
    '',
  ])('is not %j', (text) => {
    expect([faultCodeOf(text), readTime(text).getTime()]).toEqual(['INVALID_FORMAT', NaN]);
  });

  it('is refused for its length before its format is looked at', () => {
    const text = '2026-11-21T10:00:00.' + '0'.repeat(20_000) + 'Z';
    expect([faultCodeOf(text), readTime(text).getTime()]).toEqual(['VALUE_TOO_LARGE', NaN]);
  });

  it('may have every offset of RFC 3339', () => {
    const two = (most: number) => fc.nat(most).map((number) => String(number).padStart(2, '0'));
    fc.assert(
      fc.property(fc.constantFrom('+', '-'), two(23), two(59), (sign, hours, minutes) => {
        const offset = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
        const time = readTime(`2026-11-21T10:00:00${sign}${hours}:${minutes}`);
        expect(time.getTime()).toBe(Date.UTC(2026, 10, 21, 10) - offset * 60_000);
      }),
    );
  });
});
