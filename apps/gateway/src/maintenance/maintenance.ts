import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#libs/contracts';
import { Logger, Repeater } from '#libs/runtime';
import { type MaintenanceScope, type MaintenanceView, readMaintenance } from './maintenance-switch.js';

/** Half of the 2 s within which every gateway must follow the switch. */
const LOOK_EVERY_MS = 1_000;

/** The state of maintenance. The switch is a row in the database; during an outage the last value holds. */
@Injectable()
export class Maintenance implements OnModuleInit, OnApplicationShutdown {
  private state?: MaintenanceView;
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

  /** Whether the requests of a scope are refused. */
  refuses(scope: MaintenanceScope): boolean {
    return this.state?.scope === scope;
  }

  /**
   * @param scope that the requests belong to
   * @throws AppError MAINTENANCE_MODE while they are refused
   */
  admit(scope: MaintenanceScope): void {
    if (!this.refuses(scope)) return;
    const { message, retry_after } = this.state!;
    throw new AppError('MAINTENANCE_MODE', {
      retryAfterS: retry_after!,
      ...(message === null ? {} : { message }),
    });
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

  /** Reads the switch at once, so that this gateway need not wait up to 2 s for it. */
  async look(): Promise<void> {
    const state = await readMaintenance(this.em.fork());
    if (state.scope !== (this.state?.scope ?? null) || state.retry_after !== (this.state?.retry_after ?? null))
      this.log.info('maintenance.switched', { ...state });
    this.state = state;
    this.learned();
  }
}
