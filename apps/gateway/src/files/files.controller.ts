import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, isPublicKey } from '#libs/contracts';
import { type ObjectHead, ObjectStore } from '#libs/storage';
import { Logger } from '#libs/runtime';
import { isNotModified } from '../http/conditional-get.js';
import { TakesBudget } from '../http/request-place.js';
import { sendBody } from '../http/send-body.js';
import { byteRange } from './byte-range.js';
import { cacheControlOf, type FileExpiry, FileExpiries } from './file-expiry.js';

/** Keys of uploaded files, as hard to guess as those of videos. */
const MEDIA_KEY = /^media\/[0-9a-f-]{36}\/[0-9A-Za-z]{22}\.[0-9a-z]{2,5}$/;
/** Most time for which a deleted file may remain in caches, ms. */
const AN_HOUR_MS = 3_600_000;
/** Half of the shortest lifetime of a public URL of the store, s. */
const HALF_AN_HOUR_S = 1_800;

/**
 * Serves finished files under URLs that never change. If clients can reach the object store, GET redirects to a temporary
 * URL of the store, except for scripts of pages.
 */
@Controller('assets')
export class FilesController {
  constructor(
    private readonly store: ObjectStore,
    private readonly expiries: FileExpiries,
    private readonly log: Logger,
  ) {}

  @Get('videos/:id/:file')
  @TakesBudget('downloads')
  async get(
    @Param('id') id: string,
    @Param('file') file: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      const key = `videos/${id}/${file}`;
      if (!isPublicKey(key)) throw new AppError('RESOURCE_NOT_FOUND');
      await this.respond(key, await this.expiries.of(id, request), request, response);
    } catch (error) {
      withdraw(response);
      if (error instanceof UnsatisfiableRange) response.setHeader('Content-Range', `bytes */${error.size}`);
      throw error;
    }
  }

  /** Uploaded files: a browser shows them inside of pages only, and runs nothing of them. */
  @Get('media/:org/:file')
  @TakesBudget('downloads')
  async getMedia(
    @Param('org') org: string,
    @Param('file') file: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      const key = `media/${org}/${file}`;
      if (!MEDIA_KEY.test(key)) throw new AppError('RESOURCE_NOT_FOUND');
      response.set({ 'Content-Disposition': 'attachment', 'Content-Security-Policy': "default-src 'none'; sandbox" });
      await this.respond(key, new Date(Date.now() + AN_HOUR_MS), request, response);
    } catch (error) {
      withdraw(response);
      if (error instanceof UnsatisfiableRange) response.setHeader('Content-Range', `bytes */${error.size}`);
      throw error;
    }
  }

  private async respond(key: string, expiry: FileExpiry, request: Request, response: Response): Promise<void> {
    const head = await this.store.head(key);
    if (!head) throw new AppError('RESOURCE_NOT_FOUND');
    const now = new Date();
    describe(response, head, cacheControlOf(expiry, now));
    const expires = expiry instanceof Date ? expiry : undefined;
    const address = request.method === 'GET' ? await this.store.publicAddress(key, now, expires) : null;
    if (address !== null) response.vary(READER);
    if (isNotModified(request, response)) {
      response.status(304).end();
      return;
    }
    if (address !== null && !isReadByScript(request))
      redirect(response, address, cacheControlOf(expiry, now, HALF_AN_HOUR_S));
    else await this.send(head, request, response);
  }

  private async send(head: ObjectHead, request: Request, response: Response): Promise<void> {
    const range = byteRange(head, request);
    if (range === 'unsatisfiable') throw new UnsatisfiableRange(head.size);
    const bodyless = request.method === 'HEAD';
    await using object = bodyless ? null : await this.store.open(head.key, range);
    if (!object && !bodyless) throw new AppError('RESOURCE_NOT_FOUND');
    const { start, end } = range ?? { start: 0, end: head.size - 1 };
    if (range) response.status(206).setHeader('Content-Range', `bytes ${start}-${end}/${head.size}`);
    response.setHeader('Content-Length', end - start + 1);
    if (!object) {
      response.end();
      return;
    }
    await sendBody(object.stream, response).catch((error: unknown) => {
      this.log.info('asset.interrupted', { key: head.key, error }); // usually the client has stopped playing
    });
  }
}

/** Header in which browsers name the use of a response: `image`, `video`, `document`; only browsers send it. */
const READER = 'Sec-Fetch-Dest';

/**
 * Whether a script of a page, such as a preview, reads the file. The gateway sends it the bytes: it allows this to
 * scripts, which the store need not do, and a script can forbid redirects, so that it reads no other address.
 */
function isReadByScript(request: Request): boolean {
  return request.get(READER) === 'empty';
}

/** A range that begins behind the end of its file. */
class UnsatisfiableRange extends AppError {
  /** @param size of the file, in bytes */
  constructor(readonly size: number) {
    super('RANGE_NOT_SATISFIABLE');
  }
}

const OF_A_FILE = ['Accept-Ranges', 'Content-Length', 'Content-Range', 'Content-Type', 'ETag', 'Last-Modified'];

function redirect(response: Response, address: string, cacheControl: string): void {
  withdraw(response);
  response.set({ 'Cache-Control': cacheControl, Location: address }).status(302).end();
}

/** Removes the headers of a file that is not sent, and forbids caches to keep the response: the file may appear later. */
function withdraw(response: Response): void {
  for (const name of OF_A_FILE) response.removeHeader(name);
  response.setHeader('Cache-Control', 'no-store');
}

function describe(response: Response, head: ObjectHead, cacheControl: string): void {
  response.set({
    'Accept-Ranges': 'bytes',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': cacheControl,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Type': head.contentType,
    ETag: `"${head.key.slice(head.key.lastIndexOf('/') + 1)}"`, // a key is written once, so it identifies the bytes
    'Last-Modified': head.modifiedAt.toUTCString(),
    'X-Content-Type-Options': 'nosniff',
  });
}
