import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';

/** Timeouts of a connection to PostgreSQL, ms. */
export interface SessionLimits {
  /** Time to get a connection, ms: to open a new one or to wait for a free one of the pool. */
  connectMs: number;
  /** Time for one statement, ms, on PostgreSQL's clock: it ends the statement and keeps the connection. */
  statementMs: number;
  /** Time for a response, ms, on our clock: after it none will arrive, and the connection is closed. */
  responseMs: number;
}

/**
 * The limits of services. A connection fails before the caller of an RPC gives up, and PostgreSQL ends a slow statement
 * before we close its connection.
 */
export const SESSION_LIMITS: SessionLimits = { connectMs: 3_000, statementMs: 15_000, responseMs: 20_000 };

/** Silence on a connection after which the kernel probes its peer, ms. */
const KEEPALIVE_MS = 10_000;

/**
 * Session settings that make PostgreSQL detect within 30 s that our machine has vanished, whatever its operating system
 * defaults to (over two hours on Linux): while idle, in a transaction, sending a result, or in a long statement.
 * Otherwise the locks of the session outlive it.
 */
const NOTICE_A_VANISHED_CLIENT = [
  '-c tcp_keepalives_idle=10',
  '-c tcp_keepalives_interval=5',
  '-c tcp_keepalives_count=3',
  '-c tcp_user_timeout=25000',
  '-c client_connection_check_interval=10000',
].join(' ');

/** Driver options with which neither end of a connection waits forever for the other. */
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

/** Time after PostgreSQL's own limit at which we abandon a statement of {@link patiently}, ms. */
const HANG_UP_LATER_MS = 5_000;

const patience = new AsyncLocalStorage<number>();

/**
 * Runs a transaction whose statements may each take `limitMs`: for background work that no caller waits for, such as
 * sweeping or checking a whole table. Other statements end after {@link SESSION_LIMITS}.
 */
export function patiently<T>(em: EntityManager, limitMs: number, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return patience.run(limitMs + HANG_UP_LATER_MS, () =>
    em.fork().transactional(async (tx) => {
      await tx.execute(`SET LOCAL statement_timeout = ${limitMs}`);
      return work(tx);
    }),
  );
}

/** A client that knows whether a response is pending. Times are on the monotonic clock, ms. */
export interface WatchedClient extends pg.Client {
  /** Time since which it waits for the pending response; undefined while none is pending. */
  readonly waitsSinceMs: number | undefined;
  /** Time at which the last response arrived or the connection opened. */
  readonly receivedAtMs: number;
  /** Closes the connection; pending statements fail. */
  hangUp(reason: string): void;
}

/**
 * The driver's client, which closes the connection when a response takes longer than `responseMs`. The driver's
 * `query_timeout` only stops waiting: the connection would return to its pool, and the next statement would wait behind
 * the lost one.
 */
export function clientWithTimeout(responseMs: number): new (config?: string | pg.ClientConfig) => WatchedClient {
  return class extends TimedClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config, responseMs);
    }
  };
}

class TimedClient extends pg.Client implements WatchedClient {
  waitsSinceMs: number | undefined;
  receivedAtMs = performance.now();
  private pending = 0;
  private timer?: NodeJS.Timeout;

  constructor(
    config: string | pg.ClientConfig | undefined,
    private readonly responseMs: number,
  ) {
    super(config);
    this.connection.on('readyForQuery', () => this.received());
    this.connection.once('end', () => clearTimeout(this.timer));
    this.query = this.watched(this.query.bind<pg.Client['query']>(this));
  }

  hangUp(reason: string): void {
    this.connection.stream.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
  }

  private watched(query: pg.Client['query']): pg.Client['query'] {
    const send = query as (...args: unknown[]) => unknown;
    return ((...args: unknown[]) => {
      this.pending += 1;
      if (this.pending === 1) this.watch(patience.getStore() ?? this.responseMs);
      return send(...args);
    }) as pg.Client['query'];
  }

  private received(): void {
    clearTimeout(this.timer);
    this.waitsSinceMs = undefined;
    this.receivedAtMs = performance.now();
    this.pending = Math.max(0, this.pending - 1);
    if (this.pending > 0) this.watch(this.responseMs);
  }

  private watch(limitMs: number): void {
    this.waitsSinceMs = performance.now();
    const hangUp = () => this.hangUp(`PostgreSQL has not responded within ${limitMs} ms`);
    this.timer = setTimeout(hangUp, limitMs).unref();
  }
}
