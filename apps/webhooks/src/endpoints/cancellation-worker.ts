import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Logger, Repeater } from '#libs/runtime';
import { cancelNextBatch } from './cancel-deliveries.js';

const POLL_MS = 1_000;

/** Cancels the pending deliveries of disabled endpoints batch by batch, in every process. */
@Injectable()
export class CancellationWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeater: Repeater;

  constructor(
    private readonly em: EntityManager,
    log: Logger,
  ) {
    this.repeater = new Repeater({
      run: () => cancelNextBatch(this.em.fork()),
      intervalMs: POLL_MS,
      onError: (error) => log.warn('cancellation.round_failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }
}
