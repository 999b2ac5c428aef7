import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppError, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';

/** How long the file of a video can be had: until a time, for ever, or unknown while nobody answers. */
export type FileLife = Date | 'forever' | 'unknown';

const VIDEOS_REMEMBERED = 20_000;
/** A file that is kept for ever may get a date, ms. */
const REMEMBERED_MS = 60_000;

/** Asks the videos service how long files can be had. A viewer asks for many parts of one file, so answers are remembered. */
@Injectable()
export class FileLives {
  private readonly known = new LRUCache<string, Date | 'forever'>({ max: VIDEOS_REMEMBERED, ttl: REMEMBERED_MS });

  constructor(
    private readonly rpc: RpcClient,
    private readonly log: Logger,
  ) {}

  /** @throws AppError RESOURCE_NOT_FOUND where there is no file: not finished, deleted, expired */
  async of(videoId: string): Promise<FileLife> {
    const life = this.known.get(videoId) ?? (await this.ask(videoId));
    if (life instanceof Date && life.getTime() <= Date.now()) throw new AppError('RESOURCE_NOT_FOUND');
    return life;
  }

  private async ask(videoId: string): Promise<FileLife> {
    try {
      const { expires_at } = await this.rpc.call(VIDEOS_RPC.videoFile, { id: videoId });
      const life = expires_at === null ? 'forever' : new Date(expires_at);
      this.known.set(videoId, life);
      return life;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND') throw error;
      this.log.warn('asset.life_unknown', { video_id: videoId, error });
      return 'unknown';
    }
  }
}

/** The Cache-Control under which a file with this life may be kept, for `mostS` seconds at most where that is given. */
export function cacheControlOf(life: FileLife, now: Date, mostS = Infinity): string {
  if (life === 'unknown') return 'no-cache';
  const leftS = life === 'forever' ? 31_536_000 : Math.floor((life.getTime() - now.getTime()) / 1_000);
  const seconds = Math.max(0, Math.min(leftS, mostS, 31_536_000));
  return `public, max-age=${seconds}${mostS === Infinity ? ', immutable' : ''}`;
}
