import { expect, it } from '@jest/globals';
import { FETCHES_A_MINUTE, FetchBudgets } from './fetch-budgets.js';

/** Number of requests that were allowed. */
const take = (budgets: FetchBudgets, org: string, { urls, nowMs = 0 }: { urls: string[]; nowMs?: number }): number =>
  urls.filter((url) => budgets.take(org, url, nowMs)).length;
const at = (host: string, count: number): string[] =>
  Array.from({ length: count }, (_unused, n) => `https://${host}/${n}.png`);

it('an organization has so many requests sent to one host in a minute, and so many to all', () => {
  const budgets = new FetchBudgets();
  expect(take(budgets, 'one', { urls: at('a.test', 1_000) })).toBe(FETCHES_A_MINUTE.host);
  expect(take(budgets, 'one', { urls: at('b.test', 1_000) })).toBe(FETCHES_A_MINUTE.host);
  expect(take(budgets, 'one', { urls: at('c.test', 1_000) })).toBe(FETCHES_A_MINUTE.all - 2 * FETCHES_A_MINUTE.host);
});

it('another organization has its own, and all are whole again after a minute', () => {
  const budgets = new FetchBudgets();
  take(budgets, 'one', { urls: at('a.test', 1_000) });
  expect(take(budgets, 'other', { urls: at('a.test', 5) })).toBe(5);
  expect(take(budgets, 'one', { urls: at('a.test', 5), nowMs: 59_999 })).toBe(0);
  expect(take(budgets, 'one', { urls: at('a.test', 5), nowMs: 60_000 })).toBe(5);
});
