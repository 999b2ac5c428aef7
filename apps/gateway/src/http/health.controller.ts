import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Health, type Report } from '#libs/runtime';

/** How long a report counts, ms: anybody may ask for it, and every report asks the database. */
const COUNTS_MS = 500;

/**
 * The probes, outside `/v1` and without a key. Callers learn which check has failed and nothing of what failed it: drivers
 * name addresses and users. The port that no caller reaches tells it all.
 */
@Controller()
export class HealthController {
  private readonly live = shared(() => this.health.live());
  private readonly ready = shared(() => this.health.ready());

  constructor(private readonly health: Health) {}

  @Get('healthz')
  async isLive(@Res({ passthrough: true }) response: Response): Promise<Report> {
    return answer(response, await this.live());
  }

  @Get('readyz')
  async isReady(@Res({ passthrough: true }) response: Response): Promise<Report> {
    return answer(response, await this.ready());
  }
}

function answer(response: Response, { ok, checks }: Report): Report {
  response.status(ok ? 200 : 503).setHeader('Cache-Control', 'no-store');
  const outcomes = Object.entries(checks).map(([name, outcome]) => [name, outcome === 'ok' ? 'ok' : 'failed']);
  return { ok, checks: Object.fromEntries(outcomes) as Report['checks'] };
}

/** Asks once for all that come within {@link COUNTS_MS}, and never twice at a time. */
function shared(ask: () => Promise<Report>): () => Promise<Report> {
  let report: Promise<Report> | undefined;
  return () => {
    if (!report) {
      report = ask();
      const forget = () => setTimeout(() => (report = undefined), COUNTS_MS).unref();
      void report.then(forget, forget);
    }
    return report;
  };
}
