import { expect, it } from '@jest/globals';
import { UnresponsiveEndpoints } from './unresponsive-endpoints.js';

const at = (endpoint: number | string) => ({ endpoint_id: `endpoint ${endpoint}`, org_id: 'an organization' });
const outcome = (status: number | null, durationMs: number) => ({
  startedAt: new Date(0),
  durationMs,
  status,
  failure: status === null ? 'TIMED_OUT' : null,
  retryAfterS: null,
  responseExcerpt: Buffer.alloc(0),
});

it.each([
  ['waited in vain', null, 15_000, true],
  ['was refused at once', null, 3, false],
  ['got a late response', 200, 14_000, false],
  ['got an error', 503, 20, false],
])('an endpoint whose last attempt %s', (_how, status, durationMs, expected) => {
  const endpoints = new UnresponsiveEndpoints();
  endpoints.learn(at(1), outcome(null, 15_000));
  endpoints.learn(at(1), outcome(status, durationMs));
  expect(endpoints.has('endpoint 1')).toBe(expected);
  expect([...endpoints]).toEqual(expected ? [at(1)] : []);
});

it('a thousand endpoints are remembered, those attempted last', () => {
  const endpoints = new UnresponsiveEndpoints();
  for (let n = 0; n < 1_000; n += 1) endpoints.learn(at(n), outcome(null, 15_000));
  endpoints.learn(at(0), outcome(null, 15_000));
  endpoints.learn(at('new'), outcome(null, 15_000));
  expect([0, 1, 'new'].map((each) => endpoints.has(at(each).endpoint_id))).toEqual([true, false, true]);
});
