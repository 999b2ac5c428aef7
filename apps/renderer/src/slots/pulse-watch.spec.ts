import { expect, it } from '@jest/globals';
import { isBlocked } from './pulse-watch.js';

it.each([
  ['one that is silent for less than the limit', { silentMs: 10_000, cpuMs: 10_000 }, false],
  ['one that computes for longer', { silentMs: 10_500, cpuMs: 10_000 }, true],
  ['one that gets no CPU time', { silentMs: 10_500, cpuMs: 900 }, false],
  ['one that got little for three times the limit', { silentMs: 30_500, cpuMs: 900 }, true],
  ['one whose CPU time is not measured', { silentMs: 10_500, cpuMs: null }, true],
])('%s counts as blocked: %j → %s', (_what, silence, expected) => {
  expect(isBlocked(silence, 10_000)).toBe(expected);
});
