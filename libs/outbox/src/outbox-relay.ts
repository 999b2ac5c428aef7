import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type StreamName } from '#libs/contracts';
import { type LeaderLock, LeaderLocks, patiently } from '#libs/database';
import { JetStreamPublisher, NatsLink, Streams } from '#libs/messaging';
import { Logger, Repeater, type TraceHeaders, withTrace } from '#libs/runtime';
import { Outbox } from './outbox.js';

const BATCH = 100;
const POLL_MS = 250;
/** How often the streams are looked at for a loss, ms. */
const STREAM_CHECK_MS = 2_000;
/** Rows published within this time go out again when their stream was lost. */
const REPLAY_DAYS = 7;
/** For a statement that walks through a whole table, ms. */
const WHOLE_TABLE_MS = 600_000;

interface Row {
  id: string;
  stream: StreamName;
  subject: string;
  order_key: string;
  payload: Record<string, unknown>;
  trace_headers: TraceHeaders;
}

/**
 * Publishes the outbox: one relay per schema leads, takes the oldest unpublished rows, publishes them in order per
 * `order_key` (the next only after the server has stored the one before) and marks them. It looks for rows that are not
 * marked, never for "later than the last one": a transaction may commit after one that started later.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly lock: LeaderLock;
  private readonly repeater: Repeater;
  private readonly known = new Set<StreamName>();
  private streamsCheckedAt = 0;

  constructor(
    private readonly em: EntityManager,
    private readonly publisher: JetStreamPublisher,
    private readonly streams: Streams,
    private readonly link: NatsLink,
    outbox: Outbox,
    locks: LeaderLocks,
    log: Logger,
  ) {
    this.lock = locks.lock('outbox-relay', () => this.repeater.kick());
    this.repeater = new Repeater({
      run: () => this.round(),
      intervalMs: POLL_MS,
      onError: (error) => log.warn('outbox.round_failed', { error }),
    });
    outbox.onCommit(() => this.repeater.kick());
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  private async round(): Promise<boolean> {
    if (!this.link.isConnected || !(await this.lock.isHeld())) return false;
    await this.checkKnownStreams();
    return (await this.publishBatch()) === BATCH;
  }

  private async publishBatch(): Promise<number> {
    const rows = await this.em.fork().execute<Row[]>(
      `SELECT id, stream, subject, order_key, payload, trace_headers FROM outbox
        WHERE published_at IS NULL ORDER BY position LIMIT ${BATCH}`,
    );
    for (const { stream } of rows) {
      if (!this.known.has(stream)) await this.checkStream(stream); // before its first message, or its loss would go unseen
    }
    const lanes = Map.groupBy(rows, (row) => row.order_key);
    const published: string[] = [];
    const failures: unknown[] = [];
    await Promise.all(
      [...lanes.values()].map(async (lane) => {
        try {
          for (const row of lane) {
            await this.publish(row);
            published.push(row.id);
          }
        } catch (error) {
          failures.push(error); // the rest of this lane waits for the next round, in order
        }
      }),
    );
    if (published.length > 0) {
      await this.em
        .fork()
        .execute(`UPDATE outbox SET published_at = clock_timestamp() WHERE id = ANY(?::uuid[])`, [
          `{${published.join(',')}}`,
        ]);
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} message(s) not published`);
    return rows.length;
  }

  private publish({ trace_headers, ...message }: Row): Promise<void> {
    return withTrace(trace_headers, () => this.publisher.publish(message));
  }

  private async checkKnownStreams(): Promise<void> {
    if (Date.now() - this.streamsCheckedAt < STREAM_CHECK_MS) return;
    const rows = await this.em.fork().execute<{ stream: StreamName }[]>(`SELECT stream FROM outbox_stream`);
    for (const { stream } of rows) await this.checkStream(stream);
    this.streamsCheckedAt = Date.now();
  }

  /** Compares a stream's creation time with the one remembered; a newer stream gets the last days' messages again. */
  private async checkStream(stream: StreamName): Promise<void> {
    await this.streams.ensure(stream);
    const created = await this.streams.createdAt(stream);
    if (!created) return;
    const [row] = await this.em
      .fork()
      .execute<{ created_at: string }[]>(`SELECT created_at FROM outbox_stream WHERE stream = ?`, [stream]);
    const isNew = !row || created.getTime() !== new Date(row.created_at).getTime();
    if (isNew) await this.remember(stream, created, row !== undefined);
    this.known.add(stream);
  }

  private async remember(stream: StreamName, created: Date, replay: boolean): Promise<void> {
    await patiently(this.em, WHOLE_TABLE_MS, async (tx) => {
      if (replay) {
        await tx.execute(
          `UPDATE outbox SET published_at = NULL WHERE stream = ? AND created_at > now() - interval '${REPLAY_DAYS} days'`,
          [stream],
        );
      }
      await tx.execute(
        `INSERT INTO outbox_stream (stream, created_at) VALUES (?, ?)
         ON CONFLICT (stream) DO UPDATE SET created_at = excluded.created_at`,
        [stream, created],
      );
    });
  }
}
