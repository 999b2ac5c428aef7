import { expect, it } from '@jest/globals';
import { changesBetween } from './changed-settings.js';

it('the changes between settings are those that differ, as text', () => {
  const before = { name: 'Shop', daily_credits: null, asks_before_spending: true };
  expect(changesBetween(before, { name: 'Shop', daily_credits: 20, asks_before_spending: false })).toEqual([
    { field: 'daily_credits', before: null, after: '20' },
    { field: 'asks_before_spending', before: 'true', after: 'false' },
  ]);
  expect(changesBetween(before, before)).toEqual([]);
  expect(changesBetween({}, { message: 'x'.repeat(900) })).toEqual([
    { field: 'message', before: null, after: 'x'.repeat(500) },
  ]);
});
