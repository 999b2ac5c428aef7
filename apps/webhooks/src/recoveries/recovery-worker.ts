import { Injectable } from '@nestjs/common';
import { Logger, RepeatingProvider } from '#libs/runtime';
import { DeliveryWorker } from '../deliveries/queue/delivery-worker.js';
import { RecoveriesService } from './recoveries.service.js';

const POLL_MS = 1_000;

/** Carries out recoveries step by step, in every process. */
@Injectable()
export class RecoveryWorker extends RepeatingProvider {
  constructor(
    private readonly recoveries: RecoveriesService,
    private readonly deliveries: DeliveryWorker,
    private readonly log: Logger,
  ) {
    super({ intervalMs: POLL_MS, onError: (error) => log.warn('recovery.round_failed', { error }) });
  }

  protected async round(): Promise<boolean> {
    const step = await this.recoveries.step();
    if (!step) return false;
    if (step.queued > 0) this.deliveries.kick();
    this.log.info('recovery.stepped', { ...step });
    return true;
  }
}
