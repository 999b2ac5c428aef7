import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Health, type Report } from '#libs/runtime';

/** The probes, outside `/v1` and without a key. */
@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('healthz')
  async live(@Res({ passthrough: true }) response: Response): Promise<Report> {
    return answer(response, await this.health.live());
  }

  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Report> {
    return answer(response, await this.health.ready());
  }
}

function answer(response: Response, report: Report): Report {
  response.status(report.ok ? 200 : 503).setHeader('Cache-Control', 'no-store');
  return report;
}
