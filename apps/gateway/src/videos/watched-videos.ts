import { Injectable } from '@nestjs/common';
import { VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger, RepeatedWork } from '#libs/runtime';
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
export class WatchedVideos {
  constructor(
    private readonly rpc: RpcClient,
    private readonly streams: VideoStreams,
    private readonly credentials: StreamCredentials,
    config: GatewayConfig,
    log: Logger,
    work: RepeatedWork,
  ) {
    const run = () => Promise.all([this.credentials.checkAll(), this.read()]);
    work.repeat(run, config.streamReadMs, (error) => log.info('video_streams.read_failed', { error }));
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
