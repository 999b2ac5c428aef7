import { describe, expect, it } from '@jest/globals';
import { validateShape } from '#libs/template';
import { RecoverWebhookBody } from './bodies.js';

const faultCodeOf = (since: string) => {
  const checked = validateShape(RecoverWebhookBody, { since });
  return checked.ok ? undefined : checked.faults.map(({ code }) => code).join();
};

describe('the time from which a webhook is recovered', () => {
  it.each([
    '2026-11-21T10:00:00Z',
    '2026-11-21T10:00Z',
    '2026-11-21T10:00:00.123456789Z',
    '2026-11-21T10:00:00+01:00',
    '2026-11-21T10:00:00.5-09:30',
  ])('may be %s', (since) => expect(faultCodeOf(since)).toBeUndefined());

  it.each(['2026-11-21', '2026-11-21T10:00:00', '2026-11-21 10:00:00Z', '2026-02-30T10:00:00Z', 'T+01:00', 'TZ', ''])(
    'is not %j',
    (since) => expect(faultCodeOf(since)).toBe('INVALID_FORMAT'),
  );

  it('is refused for its length before its format is looked at', () => {
    expect(faultCodeOf('T'.repeat(20_000))).toBe('VALUE_TOO_LARGE');
  });
});
