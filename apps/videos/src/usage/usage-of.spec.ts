import { expect, it } from '@jest/globals';
import { type UsageRow, usageOf } from './usage-of.js';

const row = (rest: Partial<UsageRow>): UsageRow => ({
  day: '2026-11-20',
  outcome: 'COMPLETED',
  test: false,
  videos: 1,
  seconds: 2.5,
  credits: 3,
  ...rest,
});
const NONE = { finished: 0, failed: 0, canceled: 0, seconds: 0 };

it('has every day of the period, what was used on it and the sums, tests apart', () => {
  const rows = [
    row({ videos: 2, seconds: 0.1 + 0.2 }),
    row({ day: '2026-11-21', outcome: 'RENDER_TIMEOUT' }),
    row({ day: '2026-11-21', outcome: 'FONT_FAILED', videos: 4 }),
    row({ day: '2026-11-19', outcome: 'RENDER_TIMEOUT', videos: 5 }),
    row({ day: '2026-11-21', outcome: 'CANCELED', videos: 7 }),
    row({ day: '2026-11-21', test: true, videos: 8, credits: 0 }),
    row({ day: '2026-11-21', test: true, outcome: 'FONT_FAILED', videos: 9, credits: 0 }),
  ];
  const failures = [
    { code: 'FONT_FAILED', videos: 4 },
    { code: 'RENDER_TIMEOUT', videos: 1 },
  ];
  const tests = { finished: 8, failed: 9, canceled: 0, seconds: 2.5 };
  const { total, data } = usageOf(rows, { from: '2026-11-18', to: '2026-11-21' });
  expect(data).toEqual([
    { date: '2026-11-21', ...NONE, failed: 5, canceled: 7, credits: 0, failures, tests },
    { date: '2026-11-20', ...NONE, finished: 2, seconds: 0.3, credits: 3, failures: [], tests: NONE },
    {
      date: '2026-11-19',
      ...NONE,
      failed: 5,
      credits: 0,
      failures: [{ code: 'RENDER_TIMEOUT', videos: 5 }],
      tests: NONE,
    },
    { date: '2026-11-18', ...NONE, credits: 0, failures: [], tests: NONE },
  ]);
  expect(total).toEqual({
    finished: 2,
    failed: 10,
    canceled: 7,
    seconds: 0.3,
    credits: 3,
    failures: [
      { code: 'RENDER_TIMEOUT', videos: 6 },
      { code: 'FONT_FAILED', videos: 4 },
    ],
    tests,
  });
});
