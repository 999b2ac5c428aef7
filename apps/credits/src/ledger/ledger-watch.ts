import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type LeaderLock, LeaderLocks } from '#libs/database';
import { Logger, Repeater } from '#libs/runtime';
import { CreditsConfig } from '../credits.config.js';
import { ledgerCheckedAt, ledgerViolations } from '../credits.metrics.js';
import { LedgerCheck } from './ledger-check.js';

/** Checks the invariants of the ledger periodically; one replica leads. */
@Injectable()
export class LedgerWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly lock: LeaderLock;
  private readonly repeater: Repeater;

  constructor(
    private readonly check: LedgerCheck,
    locks: LeaderLocks,
    config: CreditsConfig,
    private readonly log: Logger,
  ) {
    this.lock = locks.lock('ledger-watch', () => this.repeater.kick());
    this.repeater = new Repeater({
      run: () => this.round(),
      intervalMs: config.ledgerCheckIntervalMs,
      onError: (error) => log.warn('ledger.check_failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  private async round(): Promise<void> {
    if (!(await this.lock.isHeld())) {
      ledgerViolations.reset(); // only the leader reports them
      return;
    }
    for (const [check, rows] of Object.entries(await this.check.run())) {
      ledgerViolations.set({ check }, rows);
      if (rows > 0) this.log.error('ledger.violated', { check, rows });
    }
    ledgerCheckedAt.set(Date.now() / 1_000);
  }
}
