import { expect, it } from '@jest/globals';
import { UnresponsiveLanes } from './unresponsive-lanes.js';

const at = (lane: number | string) => ({ lane_id: `lane ${lane}`, org_id: 'an organization' });
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
])('a lane whose last attempt %s', (_how, status, durationMs, expected) => {
  const lanes = new UnresponsiveLanes();
  lanes.learn(at(1), outcome(null, 15_000));
  lanes.learn(at(1), outcome(status, durationMs));
  expect(lanes.has('lane 1')).toBe(expected);
  expect([...lanes]).toEqual(expected ? [at(1)] : []);
});

it('a thousand lanes are remembered, those attempted last', () => {
  const lanes = new UnresponsiveLanes();
  for (let n = 0; n < 1_000; n += 1) lanes.learn(at(n), outcome(null, 15_000));
  lanes.learn(at(0), outcome(null, 15_000));
  lanes.learn(at('new'), outcome(null, 15_000));
  expect([0, 1, 'new'].map((each) => lanes.has(at(each).lane_id))).toEqual([true, false, true]);
});
