import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Logger, RepeatingProvider } from '#libs/runtime';
import { cancelNextBatch } from './cancel-deliveries.js';

const POLL_MS = 1_000;

/** Cancels the pending deliveries of disabled endpoints batch by batch, in every process. */
@Injectable()
export class CancellationWorker extends RepeatingProvider {
  constructor(
    private readonly em: EntityManager,
    log: Logger,
  ) {
    super({ intervalMs: POLL_MS, onError: (error) => log.warn('cancellation.round_failed', { error }) });
  }

  protected round(): Promise<boolean> {
    return cancelNextBatch(this.em.fork());
  }
}
