import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { IMMUTABLE } from '#libs/storage';
import { TakesBudget } from '../http/request-place.js';
import { sendStaticFile } from '../http/static-files.js';
import { SiteFiles } from './site-files.js';

/** It changes with the release only. */
const AN_HOUR = 'public, max-age=3600';
const INDEX = 'index.html';
/** The page of the site for addresses that it does not have. */
const NOT_FOUND = '404.html';
/**
 * The policy of the site: its own files. Its generator puts scripts and styles into pages; they show nothing that a caller
 * has written. The search and the preview, which draws the examples, compile WebAssembly.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the manual as a site, for people. Without a built site the description of the API is in its place. */
@Controller()
export class SiteController {
  constructor(
    private readonly files: SiteFiles,
    private readonly log: Logger,
  ) {}

  @Get(['docs', 'docs/{*path}'])
  @TakesBudget('downloads')
  async page(@Param('path') path: string[] = [], @Req() request: Request, @Res() response: Response): Promise<void> {
    const name = path.join('/').replace(/\/$/, '');
    const folder = name === '' ? INDEX : `${name}/${INDEX}`;
    if (!this.files.find(INDEX)) response.redirect(302, '/v1/docs');
    else if (this.files.find(name)) await this.send(name, request, response);
    else if (!this.files.find(folder)) await this.send(NOT_FOUND, request, response.status(404));
    // Addresses within a page count from the page's folder.
    else if (!request.path.endsWith('/')) response.redirect(302, `${request.path}/`);
    else await this.send(folder, request, response);
  }

  private async send(name: string, request: Request, response: Response): Promise<void> {
    const file = this.files.find(name);
    if (!file) throw new AppError('RESOURCE_NOT_FOUND');
    response.set({
      'Cache-Control': file.isImmutable ? IMMUTABLE : AN_HOUR,
      'Content-Security-Policy': POLICY,
    });
    await sendStaticFile(file, request, response).catch((error: unknown) => {
      this.log.info('manual.interrupted', { path: request.path, error });
    });
  }
}
