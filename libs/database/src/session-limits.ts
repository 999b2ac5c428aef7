import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';

/** How long a connection to PostgreSQL may keep its user waiting, ms. */
export interface SessionLimits {
  /** For a connection, be it a new one or one that others of the pool must give back first. */
  connectMs: number;
  /** For one statement, by PostgreSQL's own clock: it ends the statement and keeps the connection. */
  statementMs: number;
  /** For an answer, by ours: whatever has not come by then never will, and the connection is given up. */
  answerMs: number;
}

/** Connecting fails before the asker of a question has given up; a slow statement is ended by PostgreSQL before we hang up. */
export const SESSION_LIMITS: SessionLimits = { connectMs: 3_000, statementMs: 15_000, answerMs: 20_000 };

/** Silence on a connection after which the kernel asks whether its other end still exists, ms. */
const KEEPALIVE_MS = 10_000;

/**
 * Settings of a session that make PostgreSQL notice within 30 s that our machine has vanished, whatever its operating system
 * does by default (over two hours, on Linux): idle, in a transaction, with an answer under way, or in a long statement.
 * Otherwise the session's locks outlive it.
 */
const NOTICE_A_VANISHED_CLIENT = [
  '-c tcp_keepalives_idle=10',
  '-c tcp_keepalives_interval=5',
  '-c tcp_keepalives_count=3',
  '-c tcp_user_timeout=25000',
  '-c client_connection_check_interval=10000',
].join(' ');

/** Driver options by which neither end of a connection waits for ever for the other. */
export function limitedSession(limits: SessionLimits, settings = ''): pg.ClientConfig {
  return {
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    options: `${NOTICE_A_VANISHED_CLIENT} ${settings}`.trim(),
  };
}

/** How much later than PostgreSQL we give up what {@link patiently} waits for, ms. */
const HANG_UP_LATER_MS = 5_000;

const patience = new AsyncLocalStorage<number>();

/**
 * A transaction whose statements may each take `limitMs`: for work in the background that nobody waits for, such as sweeping
 * or checking a whole table. Other statements end after {@link SESSION_LIMITS}.
 */
export function patiently<T>(em: EntityManager, limitMs: number, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return patience.run(limitMs + HANG_UP_LATER_MS, () =>
    em.fork().transactional(async (tx) => {
      await tx.execute(`SET LOCAL statement_timeout = ${limitMs}`);
      return work(tx);
    }),
  );
}

/** A client of which is known whether PostgreSQL owes it an answer. Times are of the monotonic clock, ms. */
export interface WatchedClient extends pg.Client {
  /** Since when it has waited for the answer that comes next; undefined while it waits for none. */
  readonly waitsSinceMs: number | undefined;
  /** When the latest answer had come, or the connection was open. */
  readonly heardAtMs: number;
  /** Breaks the connection; what waits for an answer fails. */
  hangUp(reason: string): void;
}

/**
 * The driver's client, which hangs up where an answer takes longer than `answerMs`. The driver's own `query_timeout` only
 * stops waiting: the connection would go back to its pool, and the next statement wait behind the lost one.
 */
export function clientThatHangsUp(answerMs: number): new (config?: string | pg.ClientConfig) => WatchedClient {
  return class extends pg.Client {
    waitsSinceMs: number | undefined;
    heardAtMs = performance.now();
    private unanswered = 0;
    private timer?: NodeJS.Timeout;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.connection.on('readyForQuery', () => this.heard());
      this.connection.once('end', () => clearTimeout(this.timer));
      this.query = this.watched(this.query.bind<pg.Client['query']>(this));
    }

    hangUp(reason: string): void {
      this.connection.stream.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
    }

    private watched(query: pg.Client['query']): pg.Client['query'] {
      const ask = query as (...args: unknown[]) => unknown;
      return ((...args: unknown[]) => {
        this.unanswered += 1;
        if (this.unanswered === 1) this.watch(patience.getStore() ?? answerMs);
        return ask(...args);
      }) as pg.Client['query'];
    }

    private heard(): void {
      clearTimeout(this.timer);
      this.waitsSinceMs = undefined;
      this.heardAtMs = performance.now();
      this.unanswered = Math.max(0, this.unanswered - 1);
      if (this.unanswered > 0) this.watch(answerMs);
    }

    private watch(limitMs: number): void {
      this.waitsSinceMs = performance.now();
      const hangUp = () => this.hangUp(`PostgreSQL has not answered within ${limitMs} ms`);
      this.timer = setTimeout(hangUp, limitMs).unref();
    }
  };
}
