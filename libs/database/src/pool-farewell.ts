import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { Logger } from '#libs/runtime';
import type { WatchedClient } from './session-limits.js';

/** Time for which a stopping service waits for a silent PostgreSQL, ms. */
const FAREWELL_MS = 10_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Lets a service stop while PostgreSQL is silent. After a stop was requested, a checked-out connection that receives
 * nothing for 10 s is closed, whatever the timeout of its statement; its statement fails as it does when PostgreSQL
 * stops. When no connection receives anything and a new one is refused or pending, no further one is opened. A
 * running service is not affected.
 */
@Injectable()
export class PoolFarewell implements OnModuleDestroy {
  private readonly endings: EndingPool[] = [];

  constructor(private readonly log: Logger) {}

  /** Called with a pool of `clientWithTimeout` before its first connection. */
  watch(pool: Pool): void {
    this.endings.push(new EndingPool(pool, this.log));
  }

  onModuleDestroy(): void {
    for (const ending of this.endings) ending.begin();
  }
}

class EndingPool {
  private readonly open = new Set<WatchedClient>();
  private readonly lent = new Set<WatchedClient>();
  /** On the monotonic clock. */
  private receivedAtMs = 0;
  private wasConnecting = false;
  private isRefusing = false;

  constructor(
    private readonly pool: Pool,
    private readonly log: Logger,
  ) {
    const watched = (client: PoolClient) => client as unknown as WatchedClient;
    pool.on('connect', (client) => {
      this.open.add(watched(client));
      client.once('end', () => this.open.delete(watched(client)));
    });
    pool.on('acquire', (client) => this.lent.add(watched(client)));
    pool.on('release', (_error, client) => this.lent.delete(watched(client)));
  }

  begin(): void {
    const begunAtMs = performance.now(); // every connection gets the whole time
    const timer = setInterval(() => {
      if (this.pool.ended) clearInterval(timer);
      else this.look(begunAtMs);
    }, LOOK_EVERY_MS);
    timer.unref();
  }

  private look(begunAtMs: number): void {
    const longAgoMs = performance.now() - FAREWELL_MS;
    this.receivedAtMs = Math.max(
      begunAtMs,
      this.receivedAtMs,
      ...Array.from(this.open, (client) => client.receivedAtMs),
    );
    const isConnecting = this.pool.totalCount > this.open.size;
    if (this.receivedAtMs < longAgoMs && isConnecting && this.wasConnecting) this.refuse();
    this.wasConnecting = isConnecting;
    const silent = [...this.lent].filter((client) => Math.max(begunAtMs, this.silentSinceMs(client)) < longAgoMs);
    if (silent.length > 0) this.log.warn('database.cut_off', { connections: silent.length, waited_ms: FAREWELL_MS });
    for (const client of silent) client.hangUp('PostgreSQL did not answer before the service had to end');
  }

  /**
   * Time since which the server has been silent on a connection. Once the pool has ended, this includes a connection
   * without a pending response, whose holder waits for something else.
   */
  private silentSinceMs({ waitsSinceMs, receivedAtMs }: WatchedClient): number {
    return waitsSinceMs ?? (this.pool.ending ? receivedAtMs : Infinity);
  }

  /** Refuses further connections: a new query would wait as long as those before it. */
  private refuse(): void {
    if (this.isRefusing) return;
    this.isRefusing = true;
    this.log.warn('database.given_up', { silent_ms: Math.round(performance.now() - this.receivedAtMs) });
    const refusal = new Error('Connection terminated: PostgreSQL is silent and the service ends');
    this.pool.connect = ((answer?: (error: Error) => void) =>
      answer ? answer(refusal) : Promise.reject(refusal)) as Pool['connect'];
  }
}
