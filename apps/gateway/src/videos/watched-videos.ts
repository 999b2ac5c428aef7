import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger, Repeater } from '#libs/runtime';
import { GatewayConfig } from '../gateway.config.js';
import { StreamCredentials } from './stream-credentials.js';
import { VideoStreams } from './video-streams.js';

/** Videos requested at once: their reply must fit into a message. */
const BATCH = 100;

/**
 * Reads the videos that are watched, all of them together, periodically: an update is delivered at most once, and a stream must not
 * miss its video's end, nor outlive its credential.
 */
@Injectable()
export class WatchedVideos implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly repeater: Repeater;

  constructor(
    private readonly rpc: RpcClient,
    private readonly streams: VideoStreams,
    private readonly credentials: StreamCredentials,
    config: GatewayConfig,
    log: Logger,
  ) {
    this.repeater = new Repeater({
      run: async () => {
        await Promise.all([this.credentials.checkAll(), this.read()]);
      },
      intervalMs: config.streamReadMs,
      onError: (error) => log.info('video_streams.read_failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  private async read(): Promise<void> {
    this.streams.ping();
    const ids = this.streams.watched;
    for (let from = 0; from < ids.length; from += BATCH) {
      const shown = await this.rpc.call(VIDEOS_RPC.readVideos, { ids: ids.slice(from, from + BATCH) });
      for (const update of shown) this.streams.forward(update);
    }
  }
}
