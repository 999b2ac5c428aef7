import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { VideoNews } from '#libs/contracts';

/** Somebody who watches one video. */
export interface Watcher {
  readonly orgId: string;
  hear(news: VideoNews): void;
  /** Lets go; they may come again, and prove again who they are. */
  dismiss(): void;
}

/** Hands the news of videos to those who watch them here. */
@Injectable()
export class VideoStreams implements BeforeApplicationShutdown {
  private readonly watchers = new Map<string, Set<Watcher>>();

  /** @returns ends the watch */
  watch(videoId: string, watcher: Watcher): () => void {
    const ofVideo = this.watchers.get(videoId) ?? new Set();
    this.watchers.set(videoId, ofVideo.add(watcher));
    return () => {
      ofVideo.delete(watcher);
      if (ofVideo.size === 0 && this.watchers.get(videoId) === ofVideo) this.watchers.delete(videoId);
    };
  }

  /** How many watch. */
  get size(): number {
    return [...this.watchers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  tell(news: VideoNews): void {
    for (const watcher of this.watchers.get(news.video.id) ?? []) {
      if (watcher.orgId === news.org_id) watcher.hear(news);
    }
  }

  /** An organization's keys have changed: whoever watches has to show theirs again. */
  dismissAll(orgId: string): void {
    for (const watcher of this.all()) if (watcher.orgId === orgId) watcher.dismiss();
  }

  /** A stopping gateway keeps no stream open; its clients find another one. */
  beforeApplicationShutdown(): void {
    for (const watcher of this.all()) watcher.dismiss();
  }

  private all(): Watcher[] {
    return [...this.watchers.values()].flatMap((ofVideo) => [...ofVideo]);
  }
}
