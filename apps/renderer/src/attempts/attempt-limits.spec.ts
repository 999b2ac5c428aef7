import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { RenderPlan } from '#libs/contracts';
import { AttemptLimits } from './attempt-limits.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function begin(drawing_limit_ms?: number): { limits: AttemptLimits; hasEnded: () => boolean } {
  let isOver = false;
  const plan = { frame_count: 240, fps: 24, ...(drawing_limit_ms !== undefined && { drawing_limit_ms }) } as RenderPlan;
  const limits = new AttemptLimits(plan, () => (isOver = true));
  return { limits, hasEnded: () => isOver };
}

it('drawing ends at the limit of its plan, from when the files are there', () => {
  const { limits, hasEnded } = begin(60_000);
  jest.advanceTimersByTime(50_000);
  limits.draws();
  jest.advanceTimersByTime(59_000);
  limits.draws(); // another frame changes nothing
  expect(hasEnded()).toBe(false);
  jest.advanceTimersByTime(1_000);
  expect(hasEnded()).toBe(true);
});

it('an attempt that never draws ends at the limit of all attempts', () => {
  const { hasEnded } = begin(60_000);
  jest.advanceTimersByTime(299_999);
  expect(hasEnded()).toBe(false);
  jest.advanceTimersByTime(1);
  expect(hasEnded()).toBe(true);
});

it('an attempt that has ended has no limit', () => {
  const { limits, hasEnded } = begin(60_000);
  limits.draws();
  limits.stop();
  jest.advanceTimersByTime(1e9);
  expect(hasEnded()).toBe(false);
});

it('a plan of an older service has no limit for drawing', () => {
  const { limits, hasEnded } = begin();
  limits.draws();
  jest.advanceTimersByTime(299_999);
  expect(hasEnded()).toBe(false);
});
