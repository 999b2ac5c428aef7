import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { IMMUTABLE, ObjectStore } from '#libs/storage';
import { TakesBudget } from '../http/request-place.js';
import { sendStaticFile, type StaticFile } from '../http/static-files.js';
import { ConsoleFiles } from './console-files.js';
import { consolePolicy, workerPolicy } from './console-policy.js';

const INDEX = 'index.html';
/** Caching of files whose names stay the same while their content changes. The page does not need them to start. */
const AN_HOUR = 'public, max-age=3600';
/** The name of the preview's worker, which the editor starts. */
const WORKER = /^assets\/worker-[\w-]+\.js$/;

/** Serves the web pages for owners. They are files; what they show comes from the API. */
@Controller()
export class ConsoleController {
  constructor(
    private readonly files: ConsoleFiles,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {}

  @Get()
  @TakesBudget('downloads')
  redirect(@Res() response: Response): void {
    response.redirect(302, '/console');
  }

  @Get('console')
  @TakesBudget('downloads')
  async index(@Req() request: Request, @Res() response: Response): Promise<void> {
    const page = this.files.find(INDEX);
    if (!page) throw new AppError('RESOURCE_NOT_FOUND');
    response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': consolePolicy(await this.storeOrigin()) });
    await this.send(page, request, response);
  }

  /** A file by its name. All other paths return the page; its router resolves them. */
  @Get('console/{*path}')
  @TakesBudget('downloads')
  async file(@Param('path') path: string[] = [], @Req() request: Request, @Res() response: Response): Promise<void> {
    const name = path.join('/');
    const file = this.files.find(name);
    if (!file || name === INDEX) {
      if (name.startsWith('assets/')) throw new AppError('RESOURCE_NOT_FOUND'); // of another version of the console
      await this.index(request, response);
      return;
    }
    response.set('Cache-Control', file.isImmutable ? IMMUTABLE : AN_HOUR);
    // A worker takes its policy from its own file, not from the page.
    if (WORKER.test(name)) response.set('Content-Security-Policy', workerPolicy());
    await this.send(file, request, response);
  }

  private async send(file: StaticFile, request: Request, response: Response): Promise<void> {
    await sendStaticFile(file, request, response).catch((error: unknown) => {
      this.log.info('console.interrupted', { path: request.path, error });
    });
  }

  private async storeOrigin(): Promise<string | null> {
    const address = await this.store.publicAddress('videos/any', new Date()); // of the store, whatever the file
    return address === null ? null : new URL(address).origin;
  }
}
