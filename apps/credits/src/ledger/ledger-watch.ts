import { Injectable } from '@nestjs/common';
import { type LeaderLock, LeaderLocks } from '#libs/database';
import { Logger, RepeatedWork } from '#libs/runtime';
import { CreditsConfig } from '../credits.config.js';
import { ledgerCheckedAt, ledgerViolations } from '../credits.metrics.js';
import { LedgerCheck } from './ledger-check.js';

/** Checks the invariants of the ledger periodically; one replica leads. */
@Injectable()
export class LedgerWatch {
  private readonly lock: LeaderLock;

  constructor(
    private readonly check: LedgerCheck,
    locks: LeaderLocks,
    config: CreditsConfig,
    private readonly log: Logger,
    work: RepeatedWork,
  ) {
    this.lock = locks.lock('ledger-watch', () => repeater.kick());
    const repeater = work.repeat(() => this.round(), config.ledgerCheckIntervalMs, 'ledger.check_failed');
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
