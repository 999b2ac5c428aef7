import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { VideoUpdate } from '#libs/contracts';
import { Shares } from '#libs/shares';
import { GatewayConfig } from '../gateway.config.js';
import type { Credential } from '../http/caller/caller.js';

/** A client that watches one video. */
export interface Watcher {
  readonly orgId: string;
  /** The credential that has opened the stream; the stream ends with it. */
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

  constructor(shares: Shares, { orgMaxStreams }: GatewayConfig) {
    shares.of('events').adjust({ placesPerOrg: orgMaxStreams });
  }

  /** Ids of the watched videos. */
  get watched(): string[] {
    return [...this.watchers.keys()];
  }

  ping(): void {
    for (const watcher of this.all()) watcher.ping();
  }

  /** @returns a function that ends the watch */
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

  /** Ends the streams of a stopping gateway; their clients reconnect to another one. */
  beforeApplicationShutdown(): void {
    for (const watcher of this.all()) watcher.end();
  }

  private all(): Watcher[] {
    return [...this.watchers.values()].flatMap((ofVideo) => [...ofVideo]);
  }
}
