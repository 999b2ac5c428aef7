import { Injectable, type NestMiddleware } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { callerOf } from '../auth/authenticated-caller.js';
import { GatewayConfig } from '../gateway.config.js';
import { stateOf } from '../http/request-state.js';
import { type RateWindow, rateWindow } from './rate-window.js';

/** Counts every authenticated request of an organization, over all its keys and all gateway replicas. */
@Injectable()
export class RateLimit implements NestMiddleware {
  constructor(
    private readonly em: EntityManager,
    private readonly config: GatewayConfig,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const { orgId, rateLimit } = callerOf(request);
    const window = await this.count(orgId, rateLimit ?? this.config.rateLimitPerMinute);
    stateOf(request).rateWindow = window;
    response.setHeader('X-RateLimit-Limit', window.limit);
    response.setHeader('X-RateLimit-Remaining', window.remaining);
    response.setHeader('X-RateLimit-Reset', window.reset);
    if (!window.allowed) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterS: window.retryAfterS });
    next();
  }

  /** One statement by the database's clock: replicas whose clocks differ still share one window. */
  private async count(orgId: string, limit: number): Promise<RateWindow> {
    const [row] = await this.em.fork().execute<{ used: number; now_s: string; started_s: string }[]>(
      `INSERT INTO rate_windows AS running (organization_id, started_at, used)
       VALUES (?, date_trunc('minute', clock_timestamp()), 1)
       ON CONFLICT (organization_id) DO UPDATE
       SET used = CASE WHEN running.started_at >= excluded.started_at THEN running.used + 1 ELSE 1 END,
           started_at = greatest(running.started_at, excluded.started_at)
       RETURNING used, extract(epoch FROM clock_timestamp()) AS now_s, extract(epoch FROM started_at) AS started_s`,
      [orgId],
    );
    return rateWindow(limit, row!.used, Number(row!.now_s), Number(row!.started_s));
  }
}
