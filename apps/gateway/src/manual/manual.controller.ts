import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { TakesBudget } from '../http/request-place.js';
import { sendStaticFile } from '../http/static-files.js';
import { ManualFiles } from './manual-files.js';

/** It changes with the release only. */
const AN_HOUR = 'public, max-age=3600';

/** Serves the manual as language models read it: a list of its pages, all of them as one text, each as Markdown. */
@Controller()
export class ManualController {
  constructor(
    private readonly files: ManualFiles,
    private readonly log: Logger,
  ) {}

  @Get('llms.txt')
  @TakesBudget('downloads')
  list(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send('llms.txt', request, response);
  }

  @Get('llms-full.txt')
  @TakesBudget('downloads')
  all(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send('llms-full.txt', request, response);
  }

  @Get('manual/{*path}')
  @TakesBudget('downloads')
  page(@Param('path') path: string[] = [], @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(path.join('/'), request, response);
  }

  private async send(name: string, request: Request, response: Response): Promise<void> {
    const file = this.files.find(name);
    if (!file) throw new AppError('RESOURCE_NOT_FOUND');
    response.set({ 'Cache-Control': AN_HOUR, 'Access-Control-Allow-Origin': '*' });
    await sendStaticFile(file, request, response).catch((error: unknown) => {
      this.log.info('manual.interrupted', { path: request.path, error });
    });
  }
}
