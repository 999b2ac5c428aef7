import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Logger, Repeater } from '#libs/runtime';
import { DatabaseConfig } from './database.config.js';
import { LeaderLock } from './leader-lock.js';
import { clientWithTimeout, limitedSession, type SessionLimits } from './session-limits.js';

/** Time without renewal after which a lease ends, ms. */
const LEASE_MS = 15_000;
/** Interval at which leaders renew their leases and other processes try to acquire them, ms. */
const ASK_EVERY_MS = 2_000;
const LIMITS: SessionLimits = { connectMs: 3_000, statementMs: 2_000, responseMs: 3_000 };

/**
 * Acquires or renews the leases named in $1 for the holder $2, where no other process has them. PostgreSQL's clock
 * alone decides when a lease ends. A holder whose session has ended is certainly gone, so its lease may be taken before
 * it ends.
 */
const LEAD = `
INSERT INTO leader_leases AS lease (name, holder, backend_pid, expires_at)
SELECT name, $2, pg_backend_pid(), clock_timestamp() + $3 * interval '1 ms'
  FROM unnest($1::text[]) AS asked (name)
 WHERE NOT EXISTS (SELECT FROM leader_leases AS held WHERE held.name = asked.name AND ${isAnothers('held')})
 ORDER BY name
ON CONFLICT (name) DO UPDATE
  SET holder = excluded.holder, backend_pid = excluded.backend_pid, expires_at = excluded.expires_at
  WHERE NOT (${isAnothers('lease')})
RETURNING name`;

function isAnothers(lease: string): string {
  return `${lease}.holder <> $2 AND ${lease}.expires_at > clock_timestamp()
    AND EXISTS (SELECT FROM pg_stat_activity WHERE pid = ${lease}.backend_pid)`;
}

/**
 * The leader locks of this service's schema (docs/decisions/0007-leadership-is-a-lease.md). One connection, which stays
 * open, acquires and renews all of them together. They are released when the service stops.
 */
@Injectable()
export class LeaderLocks implements OnApplicationShutdown {
  private readonly holder = randomUUID();
  private readonly locks = new Map<string, LeaderLock>();
  private readonly repeater: Repeater;
  private answer: () => void = () => undefined;
  private firstAnswer?: Promise<void>;
  private readonly Client = clientWithTimeout(LIMITS.responseMs);
  private session?: pg.Client;

  constructor(
    private readonly config: DatabaseConfig,
    private readonly log: Logger,
  ) {
    this.repeater = new Repeater({
      run: () => this.round(),
      intervalMs: ASK_EVERY_MS,
      onError: (error) => log.warn('leadership.unknown', { error }),
    });
  }

  /**
   * Returns the lock `name` of this service's schema.
   * @param onGained called each time this process starts to lead, so that work does not wait for the next poll
   */
  lock(name: string, onGained: () => void = () => undefined): LeaderLock {
    const gained = (): void => {
      this.log.info('leadership.gained', { lock: name });
      onGained();
    };
    const lock = new LeaderLock(name, () => this.begin(), gained);
    this.locks.set(name, lock);
    return lock;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
    this.answer();
    for (const lock of this.locks.values()) lock.learn(0);
    const { session } = this;
    if (!session) return;
    await session.query('DELETE FROM leader_leases WHERE holder = $1', [this.holder]).catch(() => undefined);
    await session.end();
  }

  /** Starts on the first use of a lock, when the tables exist. */
  private begin(): Promise<void> {
    if (!this.firstAnswer) {
      this.firstAnswer = new Promise((resolve) => (this.answer = resolve));
      this.repeater.start();
    }
    return this.firstAnswer;
  }

  private async round(): Promise<void> {
    try {
      const session = await this.connected();
      const askedAtMs = performance.now();
      const { rows } = await session.query<{ name: string }>({
        name: 'lead',
        text: LEAD,
        values: [[...this.locks.keys()], this.holder, LEASE_MS],
      });
      const held = new Set(rows.map(({ name }) => name));
      for (const [name, lock] of this.locks) lock.learn(held.has(name) ? askedAtMs + LEASE_MS : 0);
    } finally {
      this.answer();
    }
  }

  private async connected(): Promise<pg.Client> {
    if (this.session) return this.session;
    const session = new this.Client({
      connectionString: this.config.databaseUrl,
      application_name: 'leadership',
      ...limitedSession(LIMITS),
    });
    session.on('error', () => this.forget(session));
    session.on('end', () => this.forget(session));
    await session.connect();
    this.session = session;
    return session;
  }

  /**
   * Gives the leases up: our session has ended, so other processes may take them, and only PostgreSQL knows whether
   * they have.
   */
  private forget(session: pg.Client): void {
    if (this.session !== session) return;
    this.session = undefined;
    for (const lock of this.locks.values()) lock.learn(0);
    this.repeater.kick();
  }
}
