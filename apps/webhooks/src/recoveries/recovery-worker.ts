import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Logger, Repeater } from '#libs/runtime';
import { DeliveryWorker } from '../deliveries/queue/delivery-worker.js';
import { RecoveriesService } from './recoveries.service.js';

const POLL_MS = 1_000;

/** Carries out recoveries step by step, in every process. */
@Injectable()
export class RecoveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeater: Repeater;

  constructor(
    private readonly recoveries: RecoveriesService,
    private readonly deliveries: DeliveryWorker,
    private readonly log: Logger,
  ) {
    this.repeater = new Repeater({
      run: () => this.round(),
      intervalMs: POLL_MS,
      onError: (error) => log.warn('recovery.round_failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  /** Looks for jobs at once: call it after the commit that stored one. */
  kick(): void {
    this.repeater.kick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  private async round(): Promise<boolean> {
    const step = await this.recoveries.step();
    if (!step) return false;
    if (step.queued > 0) this.deliveries.kick();
    this.log.info('recovery.stepped', { ...step });
    return true;
  }
}
