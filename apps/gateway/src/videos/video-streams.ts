import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { AppError, type VideoUpdate } from '#libs/contracts';
import { GatewayConfig } from '../gateway.config.js';
import type { Credential } from '../http/caller.js';

/** Seconds after which a stream of the organization may have ended. */
const RETRY_AFTER_S = 10;

/** A client that watches one video. */
export interface Watcher {
  readonly orgId: string;
  /** What has opened the stream; it ends with it. */
  readonly credential: Credential;
  onUpdate(update: VideoUpdate): void;
  /** Keeps the stream alive. */
  ping(): void;
  /** Ends the stream. A client that reconnects is authenticated again. */
  end(): void;
}

/** Passes updates of videos to their watchers in this process. */
@Injectable()
export class VideoStreams implements BeforeApplicationShutdown {
  private readonly watchers = new Map<string, Set<Watcher>>();
  /** Open streams by organization. */
  private readonly open = new Map<string, number>();

  constructor(private readonly config: GatewayConfig) {}

  /**
   * Reserves a stream of the organization.
   *
   * @returns releases it
   * @throws AppError RATE_LIMIT_EXCEEDED at the organization's limit
   */
  enter(orgId: string): () => void {
    const open = this.open.get(orgId) ?? 0;
    const limit = this.config.orgMaxStreams;
    if (open >= limit) {
      const message = 'Too many event streams are open';
      const details = `The organization has ${limit} event streams open`;
      throw new AppError('RATE_LIMIT_EXCEEDED', { message, details, retryAfterS: RETRY_AFTER_S });
    }
    this.open.set(orgId, open + 1);
    return () => {
      const left = this.open.get(orgId)! - 1;
      if (left > 0) this.open.set(orgId, left);
      else this.open.delete(orgId);
    };
  }

  /** Ids of the watched videos. */
  get watched(): string[] {
    return [...this.watchers.keys()];
  }

  ping(): void {
    for (const watcher of this.all()) watcher.ping();
  }

  /** @returns ends the watch */
  watch(videoId: string, watcher: Watcher): () => void {
    const ofVideo = this.watchers.get(videoId) ?? new Set();
    this.watchers.set(videoId, ofVideo.add(watcher));
    return () => {
      ofVideo.delete(watcher);
      if (ofVideo.size === 0 && this.watchers.get(videoId) === ofVideo) this.watchers.delete(videoId);
    };
  }

  /** Number of watchers. */
  get size(): number {
    return [...this.watchers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  forward(update: VideoUpdate): void {
    for (const watcher of this.watchers.get(update.video.id) ?? []) {
      if (watcher.orgId === update.org_id) watcher.onUpdate(update);
    }
  }

  /** The watchers of an organization, or of all. */
  watchersOf(orgId?: string): Watcher[] {
    return this.all().filter((watcher) => orgId === undefined || watcher.orgId === orgId);
  }

  /** A stopping gateway ends its streams; clients reconnect to another one. */
  beforeApplicationShutdown(): void {
    for (const watcher of this.all()) watcher.end();
  }

  private all(): Watcher[] {
    return [...this.watchers.values()].flatMap((ofVideo) => [...ofVideo]);
  }
}
