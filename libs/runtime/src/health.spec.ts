import { describe, expect, it } from '@jest/globals';
import { Health } from './health.js';

describe('Health', () => {
  it('stays alive while a dependency is missing, and is not ready', async () => {
    const health = new Health();
    health.addLiveness('event loop', () => true);
    health.addReadiness('database', () => 'connection refused');
    expect(await health.live()).toEqual({ ok: true, checks: { 'event loop': 'ok' } });
    expect(await health.ready()).toEqual({ ok: false, checks: { 'event loop': 'ok', database: 'connection refused' } });
  });

  it('stays ready where the service has an answer without what is missing', async () => {
    const health = new Health();
    health.servesWithout('database');
    health.addReadiness('database', () => 'connection refused');
    expect(await health.ready()).toEqual({ ok: true, checks: { database: 'connection refused' } });
    health.addReadiness('storage', () => 'no answer');
    expect((await health.ready()).ok).toBe(false);
  });

  it('reports a throwing check as missing', async () => {
    const health = new Health();
    health.addReadiness('nats', () => Promise.reject(new Error('closed')));
    expect((await health.ready()).checks).toEqual({ nats: 'closed' });
  });

  it('is alive and not ready while it starts', async () => {
    const health = new Health();
    health.starting();
    expect(await health.ready()).toEqual({ ok: false, checks: { start: 'starting' } });
    expect((await health.live()).ok).toBe(true);
    health.started();
    expect((await health.ready()).ok).toBe(true);
  });

  it('is not ready while draining', async () => {
    const health = new Health();
    health.onModuleDestroy();
    expect((await health.ready()).ok).toBe(false);
    expect((await health.live()).ok).toBe(true);
  });
});
