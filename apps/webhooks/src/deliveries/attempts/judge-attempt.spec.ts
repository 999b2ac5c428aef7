import { describe, expect, it } from '@jest/globals';
import { judgeAttempt } from './judge-attempt.js';
import { MAX_DELIVERY_ATTEMPTS } from './retry-schedule.js';

const outcome = (status: number | null, retryAfterS: number | null = null) => ({
  startedAt: new Date(0),
  durationMs: 1,
  status,
  failure: status === null ? 'TIMED_OUT: took longer than 15 s' : null,
  retryAfterS,
  responseExcerpt: Buffer.alloc(0),
});

describe('judgeAttempt', () => {
  it.each([200, 201, 202, 204, 299])('takes %i as success, on the last attempt too', (status) => {
    expect(judgeAttempt(outcome(status), 1, 0.5)).toEqual({ state: 'succeeded' });
    expect(judgeAttempt(outcome(status), MAX_DELIVERY_ATTEMPTS, 0.5)).toEqual({ state: 'succeeded' });
  });

  it.each([null, 300, 301, 307, 400, 401, 404, 429, 500, 502, 503, 504])('tries again after %j', (status) => {
    expect(judgeAttempt(outcome(status), 1, 0.5)).toEqual({ state: 'pending', delayS: 5 });
    expect(judgeAttempt(outcome(status), MAX_DELIVERY_ATTEMPTS, 0.5)).toEqual({
      state: 'failed',
      because: 'exhausted',
    });
  });

  it('waits as long as a 503 asks, within bounds', () => {
    expect(judgeAttempt(outcome(503, 8), 1, 0.5)).toEqual({ state: 'pending', delayS: 8 });
  });

  it.each([null, 307, 500, 503])('promises nothing after %j in an attempt that was asked for by hand', (status) => {
    expect(judgeAttempt(outcome(status, 8), MAX_DELIVERY_ATTEMPTS + 1, 0.5)).toEqual({
      state: 'failed',
      because: 'asked-for',
    });
    expect(judgeAttempt(outcome(204), MAX_DELIVERY_ATTEMPTS + 1, 0.5)).toEqual({ state: 'succeeded' });
  });

  it.each([1, MAX_DELIVERY_ATTEMPTS, MAX_DELIVERY_ATTEMPTS + 1])('ends at once on 410, in attempt %i', (number) => {
    expect(judgeAttempt(outcome(410), number, 0.5)).toEqual({ state: 'failed', because: 'gone' });
  });
});
