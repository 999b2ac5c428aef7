import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { Logger } from '#libs/runtime';
import type { WatchedClient } from './session-limits.js';

/** How long a service that ends waits for a sign of PostgreSQL, ms. */
const FAREWELL_MS = 10_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Lets a service end while PostgreSQL is silent. From the moment it is asked to end, a lent connection on which nothing is
 * heard for 10 s is broken, however patient its statement; what waits there fails, as it does when PostgreSQL ends. When
 * nothing is heard on any and a new one is not answered either, no other is opened. A service that goes on is not disturbed.
 */
@Injectable()
export class PoolFarewell implements OnModuleDestroy {
  private readonly endings: EndingPool[] = [];

  constructor(private readonly log: Logger) {}

  /** Told of a pool of `clientThatHangsUp` before it has a connection. */
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
  /** By the monotonic clock. */
  private heardAtMs = 0;
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
    const begunAtMs = performance.now(); // counts as a sign: everybody has the whole time
    const timer = setInterval(() => {
      if (this.pool.ended) clearInterval(timer);
      else this.look(begunAtMs);
    }, LOOK_EVERY_MS);
    timer.unref();
  }

  private look(begunAtMs: number): void {
    const longAgoMs = performance.now() - FAREWELL_MS;
    this.heardAtMs = Math.max(begunAtMs, this.heardAtMs, ...Array.from(this.open, (client) => client.heardAtMs));
    const isConnecting = this.pool.totalCount > this.open.size;
    if (this.heardAtMs < longAgoMs && isConnecting && this.wasConnecting) this.refuse();
    this.wasConnecting = isConnecting;
    const silent = [...this.lent].filter((client) => Math.max(begunAtMs, this.silentSinceMs(client)) < longAgoMs);
    if (silent.length > 0) this.log.warn('database.cut_off', { connections: silent.length, waited_ms: FAREWELL_MS });
    for (const client of silent) client.hangUp('PostgreSQL did not answer before the service had to end');
  }

  /** Once the pool ends, also of a connection whose holder waits for something else. */
  private silentSinceMs({ waitsSinceMs, heardAtMs }: WatchedClient): number {
    return waitsSinceMs ?? (this.pool.ending ? heardAtMs : Infinity);
  }

  /** Who would ask now would wait as long as those before. */
  private refuse(): void {
    if (this.isRefusing) return;
    this.isRefusing = true;
    this.log.warn('database.given_up', { silent_ms: Math.round(performance.now() - this.heardAtMs) });
    const refusal = new Error('Connection terminated: PostgreSQL is silent and the service ends');
    this.pool.connect = ((answer?: (error: Error) => void) =>
      answer ? answer(refusal) : Promise.reject(refusal)) as Pool['connect'];
  }
}
