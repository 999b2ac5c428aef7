import { describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import { Health } from '#libs/runtime';
import { HealthController } from './health.controller.js';

function response(): Response & { answered: number } {
  const answer = {
    answered: 0,
    status(code: number) {
      answer.answered = code;
      return answer;
    },
    setHeader: () => answer,
  };
  return answer as unknown as Response & { answered: number };
}

describe('the probes on the public port', () => {
  it('say which check has failed, and nothing of what failed it', async () => {
    const health = new Health();
    health.addReadiness('nats', () => 'not connected to nats.internal:4222');
    health.addReadiness('database', () => Promise.reject(new Error('connect ECONNREFUSED 10.20.0.5:5432')));
    health.addReadiness('storage', () => true);
    const answer = response();
    expect(await new HealthController(health).isReady(answer)).toEqual({
      ok: false,
      checks: { nats: 'failed', database: 'failed', storage: 'ok' },
    });
    expect(answer.answered).toBe(503);
    expect((await health.ready()).checks).toMatchObject({ database: 'connect ECONNREFUSED 10.20.0.5:5432' });
  });

  it('ask once for all who come at the same time', async () => {
    const health = new Health();
    let asked = 0;
    health.addReadiness('database', () => {
      asked += 1;
      return true;
    });
    const controller = new HealthController(health);
    await Promise.all(Array.from({ length: 1_000 }, () => controller.isReady(response())));
    expect(asked).toBe(1);
  });
});
