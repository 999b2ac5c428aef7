import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { IMMUTABLE, ObjectStore } from '#libs/storage';
import { type ConsoleFile, ConsoleFiles, encodedPath, type Encoding } from './console-files.js';
import { consolePolicy } from './console-policy.js';

const INDEX = 'index.html';
/** Of files whose names stay while their content changes: none is needed before the page. */
const AN_HOUR = 'public, max-age=3600';

/** Serves the web pages for owners. They are files; what they show comes from the API. */
@Controller()
export class ConsoleController {
  constructor(
    private readonly files: ConsoleFiles,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {}

  @Get()
  redirect(@Res() response: Response): void {
    response.redirect(302, '/console');
  }

  @Get('console')
  async index(@Req() request: Request, @Res() response: Response): Promise<void> {
    const page = this.files.find(INDEX);
    if (!page) throw new AppError('RESOURCE_NOT_FOUND');
    response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': await this.pagePolicy() });
    await this.send(page, request, response);
  }

  /** A file by its name. Every other address is one of the page's own, which finds out itself what it means. */
  @Get('console/{*path}')
  async file(@Param('path') path: string[] = [], @Req() request: Request, @Res() response: Response): Promise<void> {
    const name = path.join('/');
    const file = this.files.find(name);
    if (!file || name === INDEX) {
      if (name.startsWith('assets/')) throw new AppError('RESOURCE_NOT_FOUND'); // of another version of the console
      await this.index(request, response);
      return;
    }
    response.set('Cache-Control', file.isImmutable ? IMMUTABLE : AN_HOUR);
    await this.send(file, request, response);
  }

  private async send(file: ConsoleFile, request: Request, response: Response): Promise<void> {
    const encoding = file.encodings.find((each) => request.acceptsEncodings(each) === each);
    const path = encodedPath(file, encoding);
    response.set({ 'Content-Type': file.type, 'Content-Length': String(statSync(path).size), Vary: 'Accept-Encoding' });
    if (encoding) response.set('Content-Encoding', encoding satisfies Encoding);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await pipeline(createReadStream(path), response).catch((error: unknown) => {
      this.log.info('console.interrupted', { path: request.path, error });
    });
  }

  private async pagePolicy(): Promise<string> {
    const address = await this.store.publicAddress('videos/any', new Date()); // of the store, whatever the file
    return consolePolicy(address === null ? null : new URL(address).origin);
  }
}
