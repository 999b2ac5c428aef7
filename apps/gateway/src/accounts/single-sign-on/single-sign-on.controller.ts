import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TakesBudget } from '../../http/request-place.js';
import { SingleSignOn } from './single-sign-on.service.js';

/**
 * Addresses that a browser is sent to, and that answer with the next one: they are no operations of the API
 * (docs/api/accounts.md).
 */
@Controller('v1/session/single-sign-on')
export class SingleSignOnController {
  constructor(private readonly singleSignOn: SingleSignOn) {}

  @Get()
  @TakesBudget('requests')
  async begin(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.redirect(await this.singleSignOn.begin(request));
  }

  @Get('callback')
  @TakesBudget('requests')
  async finish(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.redirect(await this.singleSignOn.finish(request));
  }
}
