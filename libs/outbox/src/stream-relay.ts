import type { EntityManager } from '@mikro-orm/postgresql';
import type { StreamName } from '#libs/contracts';
import type { PreparedStatements } from '#libs/database';
import type { JetStreamPublisher, NatsLink, Streams } from '#libs/messaging';
import { withTrace } from '#libs/runtime';
import {
  markPublished,
  type OutboxRow,
  type ReplayCursor,
  rowsBeforeLoss,
  rowsToReplay,
  waitingRows,
} from './outbox-rows.js';
import type { StreamReplay } from './outbox-streams.js';
import { moveReplay, recallStream, rememberFirst, rememberSuccessor } from './stream-memory.js';

const BATCH = 100;
/** Interval at which the relay checks whether the stream was lost, ms. */
const STREAM_CHECK_MS = 2_000;
/** Days for which published messages are replayed when their stream was lost. */
const REPLAY_DAYS = 7;

/** The dependencies of a relay. */
export interface RelayPorts {
  em: EntityManager;
  statements: PreparedStatements;
  publisher: JetStreamPublisher;
  streams: Streams;
  link: NatsLink;
}

/** The outcome of publishing some rows. */
interface Published {
  ids: string[];
  /**
   * The reason why the first failing message of an order key was refused, by key. Later messages of the key wait for
   * it.
   */
  refused: Map<string, unknown>;
}

/**
 * Publishes the messages of one stream, oldest first, then marks them as published. Messages of one `order_key` keep
 * their order: the next is sent only after the server has stored the one before. The relay selects unmarked rows, never
 * rows later than the last one, because a transaction may commit after one that started later.
 *
 * After the loss of a stream, messages are replayed in a separate window: a new message waits only for those of its own
 * key.
 */
export class StreamRelay {
  private checkedAtMs = -Infinity;
  /** The connection to NATS on which the stream was checked. */
  private checkedOn = 0;
  private replaying: ReplayCursor | null = null;
  /** Order keys that were refused while others were published. They are skipped until the others are published. */
  private readonly refused = new Set<string>();

  constructor(
    private readonly stream: StreamName,
    private readonly replay: StreamReplay,
    private readonly ports: RelayPorts,
  ) {}

  /**
   * Runs one round.
   *
   * @returns whether to run the next one immediately
   * @throws the server's error when nothing was published
   */
  async round(): Promise<boolean> {
    const isDue = performance.now() - this.checkedAtMs >= STREAM_CHECK_MS;
    if (isDue || this.checkedOn !== this.ports.link.connections) await this.checkStream();
    const isFull = await this.publishWaiting();
    return (await this.publishAgain()) || isFull;
  }

  /**
   * Checks whether the stream was lost, also before the first message, because a loss would otherwise stay undetected.
   */
  private async checkStream(): Promise<void> {
    const { stream } = this;
    const { streams, link } = this.ports;
    const { connections } = link;
    await streams.ensure(stream);
    const createdAt = await streams.createdAt(stream);
    if (!createdAt) return;
    const em = this.ports.em.fork();
    const known = await recallStream(em, stream);
    if (!known) await rememberFirst(em, stream, createdAt);
    const isLost = known && known.createdAt.getTime() !== createdAt.getTime();
    if (isLost) await rememberSuccessor(em, stream, { createdAt, ...this.replay });
    this.replaying = isLost ? ((await recallStream(em, stream))?.replay ?? null) : (known?.replay ?? null);
    this.checkedAtMs = performance.now();
    this.checkedOn = connections;
  }

  private async publishWaiting(): Promise<boolean> {
    const { em, statements } = this.ports;
    const rows = await waitingRows(statements, this.stream, { limit: BATCH, except: [...this.refused] });
    const since = this.replaying?.since;
    const orderKeys = [...new Set(rows.map((row) => row.order_key))];
    const earlier = since && rows.length > 0 ? await rowsBeforeLoss(em.fork(), this.stream, { since, orderKeys }) : [];
    const { ids, refused } = await this.publish([...earlier, ...rows]);
    await markPublished(statements, ids);
    const isFull = rows.length === BATCH;
    if (refused.size === 0 || ids.length === 0 || !isFull) this.refused.clear();
    if (refused.size > 0 && (ids.length === 0 || !isFull)) throw notPublished(refused);
    for (const key of refused.keys()) this.refused.add(key);
    return isFull;
  }

  /** Replays one batch of the messages published before the loss, with all messages of each key. */
  private async publishAgain(): Promise<boolean> {
    const cursor = this.replaying;
    if (!cursor) return false;
    const em = this.ports.em.fork();
    const batch = await rowsToReplay(em, this.stream, { cursor, limit: BATCH, days: REPLAY_DAYS });
    const orderKeys = [...new Set(batch.map((row) => row.order_key))];
    const rows = batch.length > 0 ? await rowsBeforeLoss(em, this.stream, { since: cursor.since, orderKeys }) : [];
    const done = new Set(rows.filter((row) => row.id >= cursor.before).map((row) => row.order_key));
    const { refused } = await this.publish(rows.filter((row) => !done.has(row.order_key)));
    if (refused.size > 0) throw notPublished(refused);
    const before = batch.at(-1)?.id ?? null;
    await moveReplay(em, this.stream, before);
    this.replaying = before === null ? null : { ...cursor, before };
    return before !== null;
  }

  private async publish(rows: readonly OutboxRow[]): Promise<Published> {
    const published: Published = { ids: [], refused: new Map() };
    await Promise.all(
      [...Map.groupBy(rows, (row) => row.order_key)].map(async ([key, lane]) => {
        try {
          for (const { trace_headers, ...message } of lane) {
            await withTrace(trace_headers, () => this.ports.publisher.publishStored(message));
            published.ids.push(message.id);
          }
        } catch (error) {
          published.refused.set(key, error);
        }
      }),
    );
    return published;
  }
}

function notPublished(refused: ReadonlyMap<string, unknown>): AggregateError {
  return new AggregateError([...refused.values()], `${refused.size} message(s) not published`);
}
