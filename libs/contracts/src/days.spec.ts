import { describe, expect, it } from '@jest/globals';
import { validateShape } from '#libs/template';
import { daysWithin, PeriodRequest, periodOf } from './days.js';

const NOW = new Date('2026-11-21T23:59:59.999Z');

describe('a period', () => {
  it.each([
    [{}, { from: '2026-10-23', to: '2026-11-21' }],
    [{ to: '2024-03-01' }, { from: '2024-02-01', to: '2024-03-01' }],
    [{ from: '2026-11-21' }, { from: '2026-11-21', to: '2026-11-21' }],
    [
      { from: '2024-01-01', to: '2024-12-31' },
      { from: '2024-01-01', to: '2024-12-31' },
    ],
    [{ to: '0001-01-02' }, { from: '0001-01-01', to: '0001-01-02' }],
    [
      { from: '9999-12-31', to: '9999-12-31' },
      { from: '9999-12-31', to: '9999-12-31' },
    ],
  ])('is completed: %j', (request, period) => {
    expect(periodOf(request, NOW)).toEqual(period);
  });

  it.each([
    [{ from: '2026-11-22' }, 'VALUE_TOO_LARGE', 'from must not be after 2026-11-21, the last day'],
    [
      { from: '2023-12-31', to: '2024-12-31' },
      'VALUE_TOO_SMALL',
      'from must be at most 365 days before 2024-12-31, the last day',
    ],
  ])('is refused where it begins late or is long: %j', (request, code, message) => {
    const details = [{ field: 'from', code, message, value: request.from }];
    expect(() => periodOf(request, NOW)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', details }));
  });

  it('has each of its days once, the last one first', () => {
    expect(daysWithin({ from: '2024-02-28', to: '2024-03-01' })).toEqual(['2024-03-01', '2024-02-29', '2024-02-28']);
    expect(daysWithin({ from: '2024-01-01', to: '2024-12-31' })).toHaveLength(366);
  });
});

it.each(['2026-02-29', '2026-13-01', '0000-01-01', '2026-1-1', '2026-11-21T00:00', '+2026-01-01', '', '21.11.2026'])(
  'a day is not %j',
  (from) => {
    expect(validateShape(PeriodRequest, { from })).toMatchObject({ ok: false, faults: [{ field: 'from' }] });
  },
);
