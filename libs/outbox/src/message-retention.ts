import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { LeaderLocks, LeaderSweep, type SweptBatch } from '#libs/database';
import { Logger, Metrics, RepeatedWork } from '#libs/runtime';
import { type DividedTable, dropDays, makeDay, missingDays, partitionDays, readmit } from './message-partitions.js';
import { OutboxConfig } from './outbox.config.js';
import { partitionsAhead } from './outbox.metrics.js';
import { endOfDay } from './partition-days.js';

const ROUND_MS = 60_000;
const DAY_MS = 86_400_000;
/** Rows that one statement deletes from the DEFAULT partition. */
const BATCH = 2_000;

/** A partitioned table with its retention and the column of its age, which is null in rows that must stay. */
interface Kept extends DividedTable {
  days: number;
  age: 'published_at' | 'received_at';
}

/**
 * Limits the size of outbox and inbox: creates the partitions of coming days, drops those of expired days, and deletes
 * from the DEFAULT partition in batches. Only the leader does. No write depends on it: rows without a partition go to
 * the DEFAULT one.
 */
@Injectable()
export class MessageRetention implements OnApplicationBootstrap {
  private readonly leader: LeaderSweep;
  private readonly tables: readonly Kept[];

  constructor(
    private readonly em: EntityManager,
    private readonly metrics: Metrics,
    locks: LeaderLocks,
    config: OutboxConfig,
    private readonly log: Logger,
    work: RepeatedWork,
  ) {
    this.tables = [
      { name: 'outbox', key: 'id', days: config.outboxRetentionDays, age: 'published_at' },
      { name: 'inbox', key: 'message_id', days: config.inboxRetentionDays, age: 'received_at' },
    ];
    const sweeps = this.tables.map((table) => ({
      kind: table.name,
      sweep: () => this.keep(table, Date.now()),
      overdueS: () => this.overdueS(table, Date.now()),
    }));
    this.leader = new LeaderSweep({ lock: 'message-retention', intervalMs: ROUND_MS, sweeps }, locks, log);
    this.leader.repeatIn(work);
  }

  onApplicationBootstrap(): void {
    this.metrics.beforeScrape([partitionsAhead], () => this.measure());
  }

  /** Runs one round over both tables if this process leads. @returns whether there may be more to delete */
  round(): Promise<boolean> {
    return this.leader.round();
  }

  private async keep(table: Kept, nowMs: number): Promise<SweptBatch> {
    const em = this.em.fork();
    await this.makeDays(em, table, nowMs);
    const deleted = await this.deleteBatch(em, table);
    const dropped = await dropDays(em, table, nowMs - table.days * DAY_MS);
    return { rows: dropped + deleted, hasMore: deleted === BATCH, facts: { dropped, deleted } };
  }

  /**
   * A day whose partition cannot be created, because the DEFAULT partition has rows of it, does not stop the others.
   */
  private async makeDays(em: EntityManager, table: Kept, nowMs: number): Promise<void> {
    await readmit(em, table);
    for (const day of await missingDays(em, table, nowMs)) {
      const facts = { table: table.name, day: day.name };
      try {
        await makeDay(em, table, day);
        this.log.info('partition.created', facts);
      } catch (error) {
        this.log.warn('partition.creation_failed', { ...facts, error });
      }
    }
  }

  private async deleteBatch(em: EntityManager, { name, age, days }: Kept): Promise<number> {
    const [{ deleted }] = await em.execute<[{ deleted: number }]>(
      `WITH old AS (
         SELECT ctid FROM ${name}_default WHERE ${age} < now() - make_interval(days => ?)
          ORDER BY ${age} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       ), gone AS (
         DELETE FROM ${name}_default WHERE ctid IN (SELECT ctid FROM old) RETURNING 1
       )
       SELECT count(*)::int AS deleted FROM gone`,
      [days],
    );
    return deleted;
  }

  /** Time for which the oldest expired row has been expired. */
  private async overdueS(table: Kept, nowMs: number): Promise<number> {
    const em = this.em.fork();
    const [{ oldest }] = await em.execute<[{ oldest: number | null }]>(
      `SELECT extract(epoch FROM min(${table.age}))::float8 AS oldest FROM ${table.name}_default`,
    );
    const ends = (await partitionDays(em, table)).map((day) => endOfDay(day));
    const first = Math.min(oldest === null ? Infinity : oldest * 1_000, ...ends);
    return first === Infinity ? 0 : Math.max(0, (nowMs - first) / 1_000 - table.days * 86_400);
  }

  /** Number of coming days that have their partitions; every replica reports the same. */
  private async measure(): Promise<void> {
    const em = this.em.fork();
    for (const table of this.tables) {
      const ends = (await partitionDays(em, table)).map((day) => endOfDay(day));
      const ahead = ends.filter((end) => end > Date.now() + DAY_MS).length;
      partitionsAhead.set({ table: table.name }, ahead);
    }
  }
}
