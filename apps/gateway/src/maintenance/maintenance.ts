import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Logger, Repeater } from '#libs/runtime';
import { readMaintenance } from './maintenance-switch.js';

/** Half of the 2 s within which every gateway must follow the switch. */
const LOOK_EVERY_MS = 1_000;

/** Whether the API is closed for maintenance. The switch is a row in the database; during an outage the last value holds. */
@Injectable()
export class Maintenance implements OnModuleInit, OnApplicationShutdown {
  private closedForS: number | null = null;
  private learned: () => void = () => undefined;
  private readonly repeater: Repeater;

  constructor(
    private readonly em: EntityManager,
    private readonly log: Logger,
  ) {
    this.repeater = new Repeater({
      run: () => this.look(),
      intervalMs: LOOK_EVERY_MS,
      onError: (error) => log.warn('maintenance.read_failed', { error }),
    });
  }

  /** Value of Retry-After, s; null while the API is open. */
  get retryAfterS(): number | null {
    return this.closedForS;
  }

  /** Waits until the switch has been read, however long the database is unavailable. */
  async onModuleInit(): Promise<void> {
    const isKnown = new Promise<void>((resolve) => (this.learned = resolve));
    this.repeater.start();
    await isKnown;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  private async look(): Promise<void> {
    const { retry_after } = await readMaintenance(this.em.fork());
    if (retry_after !== this.closedForS)
      this.log.info('maintenance.switched', { on: retry_after !== null, retry_after });
    this.closedForS = retry_after;
    this.learned();
  }
}
