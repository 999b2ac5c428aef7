import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { AppError, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { clientOf } from '../http/caller/client-address.js';
import { rateWindow } from '../http/caller/rate-window.js';
import { stateOf } from '../http/request-state.js';
import { MinuteCounters } from '../rate-limit/minute-counters.js';

/** Expiry of a video's file: a time, never, or unknown while the videos service is unavailable. */
export type FileExpiry = Date | 'forever' | 'unknown';

const VIDEOS_REMEMBERED = 20_000;
/**
 * Time for which an expiry is cached, ms. It is short because a file that is kept indefinitely may get an expiry date.
 */
const REMEMBERED_MS = 60_000;
/**
 * Requests for files that are not there, per minute and client address (docs/api/videos.md). They are not cached: the file is
 * there as soon as its video is COMPLETED.
 */
const MISSES_PER_MINUTE = 300;
const MAX_ADDRESSES = 50_000;

/** Reads from the videos service when files expire. Results are cached: a player requests many ranges of one file. */
@Injectable()
export class FileExpiries {
  private readonly known = new LRUCache<string, Date | 'forever'>({ max: VIDEOS_REMEMBERED, ttl: REMEMBERED_MS });
  private readonly misses = new MinuteCounters(MAX_ADDRESSES);

  constructor(
    private readonly rpc: RpcClient,
    private readonly log: Logger,
  ) {}

  /**
   * @throws AppError RESOURCE_NOT_FOUND if there is no file: the video is unfinished, deleted or expired; RATE_LIMIT_EXCEEDED
   * if the client address has requested too many such files
   */
  async of(videoId: string, request: Request): Promise<FileExpiry> {
    const expiry = this.known.get(videoId) ?? (await this.fetch(videoId, request));
    if (expiry instanceof Date && expiry.getTime() <= Date.now()) throw new AppError('RESOURCE_NOT_FOUND');
    return expiry;
  }

  /**
   * Requests the expiry from the videos service, unless the client guesses addresses: guessing needs no key and makes
   * the service work.
   */
  private async fetch(videoId: string, request: Request): Promise<FileExpiry> {
    const client = clientOf(request.ip ?? '');
    const nowS = Date.now() / 1_000;
    const { used, ...minute } = this.misses.read(client, nowS);
    const window = rateWindow(MISSES_PER_MINUTE, { used: used + 1, ...minute });
    if (!window.allowed) {
      stateOf(request).rateWindow = window;
      throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterS: window.retryAfterS });
    }
    try {
      return await this.read(videoId);
    } catch (error) {
      this.misses.count(client, nowS);
      throw error;
    }
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  private async read(videoId: string): Promise<FileExpiry> {
    try {
      const { expires_at } = await this.rpc.call(VIDEOS_RPC.videoFile, { id: videoId });
      const expiry = expires_at === null ? 'forever' : new Date(expires_at);
      this.known.set(videoId, expiry);
      return expiry;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND') throw error;
      this.log.warn('asset.expiry_unknown', { video_id: videoId, error });
      return 'unknown';
    }
  }
}

/** The Cache-Control of a file with this expiry, at most `mostS` seconds. */
export function cacheControlOf(expiry: FileExpiry, now: Date, mostS = Infinity): string {
  if (expiry === 'unknown') return 'no-cache';
  const remainingS = expiry === 'forever' ? 31_536_000 : Math.floor((expiry.getTime() - now.getTime()) / 1_000);
  const seconds = Math.max(0, Math.min(remainingS, mostS, 31_536_000));
  return `public, max-age=${seconds}${mostS === Infinity ? ', immutable' : ''}`;
}
