import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { IMMUTABLE } from '#libs/storage';
import { TakesBudget } from '../http/request-place.js';
import { sendStaticFile } from '../http/static-files.js';
import { FontFiles } from './font-files.js';

/** Serves what a preview in a browser draws with: an index of each package of fonts, and their files. For pages of any origin. */
@Controller('fonts')
export class FontFilesController {
  constructor(
    private readonly files: FontFiles,
    private readonly log: Logger,
  ) {}

  @Get('{*path}')
  @TakesBudget('downloads')
  async file(@Param('path') path: string[] = [], @Req() request: Request, @Res() response: Response): Promise<void> {
    const file = this.files.find(path.join('/'));
    if (!file) throw new AppError('RESOURCE_NOT_FOUND');
    response.set({
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // An index names the files of this release, so it is asked for again.
      'Cache-Control': file.isImmutable ? IMMUTABLE : 'public, no-cache',
    });
    await sendStaticFile(file, request, response).catch((error: unknown) => {
      this.log.info('fonts.interrupted', { path: request.path, error });
    });
  }
}
