import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Health, type Report } from '#libs/runtime';
import { TakesBudget } from './request-place.js';

/** Time for which a report is cached, ms: the probes are public, and each report queries the database. */
const COUNTS_MS = 500;

/**
 * The probes, outside `/v1` and without a key. They name the failed check but not the cause, because drivers' errors contain
 * addresses and users. The internal health port reports the cause.
 */
@Controller()
export class HealthController {
  private readonly live = shared(() => this.health.live());
  private readonly ready = shared(() => this.health.ready());

  constructor(private readonly health: Health) {}

  @Get('healthz')
  @TakesBudget('internal')
  async isLive(@Res({ passthrough: true }) response: Response): Promise<Report> {
    return respond(response, await this.live());
  }

  @Get('readyz')
  @TakesBudget('internal')
  async isReady(@Res({ passthrough: true }) response: Response): Promise<Report> {
    return respond(response, await this.ready());
  }
}

function respond(response: Response, { ok, checks }: Report): Report {
  response.status(ok ? 200 : 503).setHeader('Cache-Control', 'no-store');
  const outcomes = Object.entries(checks).map(([name, outcome]) => [name, outcome === 'ok' ? 'ok' : 'failed'] as const);
  return { ok, checks: Object.fromEntries(outcomes) };
}

/** Shares one report among all calls within {@link COUNTS_MS}. */
function shared(check: () => Promise<Report>): () => Promise<Report> {
  let report: Promise<Report> | undefined;
  return () => {
    if (!report) {
      report = check();
      const forget = () => setTimeout(() => (report = undefined), COUNTS_MS).unref();
      void report.then(forget, forget);
    }
    return report;
  };
}
