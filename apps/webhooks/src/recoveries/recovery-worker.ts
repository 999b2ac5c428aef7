import { Injectable } from '@nestjs/common';
import { Logger, RepeatedWork, type Repeater } from '#libs/runtime';
import { DeliveryWorker } from '../deliveries/queue/delivery-worker.js';
import { RecoveriesService } from './recoveries.service.js';

const POLL_MS = 1_000;

/** Carries out recoveries step by step, in every process. */
@Injectable()
export class RecoveryWorker {
  private readonly repeater: Repeater;

  constructor(
    private readonly recoveries: RecoveriesService,
    private readonly deliveries: DeliveryWorker,
    private readonly log: Logger,
    work: RepeatedWork,
  ) {
    this.repeater = work.repeat(() => this.round(), POLL_MS, 'recovery.round_failed');
  }

  /** Starts a round at once: call it after the commit that made work for it. */
  kick(): void {
    this.repeater.kick();
  }

  private async round(): Promise<boolean> {
    const step = await this.recoveries.step();
    if (!step) return false;
    if (step.queued > 0) this.deliveries.kick();
    this.log.info('recovery.stepped', { ...step });
    return true;
  }
}
