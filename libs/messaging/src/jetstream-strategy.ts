import { BaseRpcContext, type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { jetstream, type Consumer, type JsMsg } from '@nats-io/jetstream';
import { isObservable, lastValueFrom } from 'rxjs';
import type { StreamName } from '#libs/contracts';
import { Logger, type Metrics, type SpanFacts, tracedFromReceipt, withLogFields, withTrace } from '#libs/runtime';
import { DeadLetters } from './dead-letters.js';
import {
  consumerAckPending,
  consumerPending,
  consumerRedelivered,
  messageDuration,
  messagesRejected,
  natsConnected,
} from './messaging.metrics.js';
import type { NatsLink } from './nats-link.js';
import { ACK_WAIT_MS, type Streams } from './streams.js';
import { messagingFacts, subjectPattern, traceHeadersOf } from './trace-headers.js';
import { UnreadableMessage } from './unreadable-message.js';

/** Transport id of durable handlers, with which Nest passes them to {@link JetStreamStrategy} only. */
export const JETSTREAM = Symbol('jetstream');

/** Time for which one pull waits for a message, ms; also the time for which a restarted server can stay unnoticed. */
const PULL_EXPIRES_MS = 5_000;
/** Pause after a failed pull (server unavailable, stream lost), ms. */
const PULL_RETRY_MS = 1_000;
/** Time for which a stopping service waits for handlers in progress, ms. */
const DRAIN_TIMEOUT_MS = 25_000;

/** Waits between deliveries of a message whose handler failed, ms; the last one repeats. See `LAST_DELIVERY`. */
const REDELIVERY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000];

/** Context that a durable handler receives in addition to the payload. */
export class DurableContext extends BaseRpcContext<[JsMsg]> {
  constructor(private readonly message: JsMsg) {
    super([message]);
  }

  /** The id that its publisher set: the same on every delivery and after a replay. */
  get messageId(): string {
    return this.message.headers?.get('Nats-Msg-Id') || `${this.message.info.stream}:${this.message.seq}`;
  }

  get subject(): string {
    return this.message.subject;
  }

  /** 1 on the first delivery. */
  get deliveryCount(): number {
    return this.message.info.deliveryCount;
  }
}

/** Thrown by a handler that returns its message on purpose, such as during a shutdown. */
export class HandBack extends Error {
  constructor(readonly delayMs: number) {
    super(`handed back for ${delayMs} ms`);
  }
}

interface Binding {
  subject: string;
  stream: StreamName;
  concurrency: number;
  handlers: MessageHandler[];
}

/**
 * Runs durable handlers as Nest event handlers. Each has a durable pull consumer named after the service and the
 * subject, which all replicas share. A process pulls one message for each handler that is free, so no message waits in
 * a busy process.
 */
export class JetStreamStrategy extends Server implements CustomTransportStrategy {
  override readonly transportId = JETSTREAM;
  private readonly active = new Set<Promise<void>>();
  private readonly deadLetters: DeadLetters;

  constructor(
    private readonly link: NatsLink,
    private readonly streams: Streams,
    private readonly log: Logger,
    private readonly metrics: Metrics,
  ) {
    super();
    this.deadLetters = new DeadLetters(link, streams);
  }

  listen(callback: () => void): void {
    const bindings = this.bindings();
    const gauges = [natsConnected, consumerPending, consumerAckPending, consumerRedelivered];
    this.metrics.beforeScrape(gauges, () => this.measure(bindings));
    for (const binding of bindings) {
      for (let place = 0; place < binding.concurrency; place++) void this.pull(binding);
    }
    callback();
  }

  /**
   * Waits for the running handlers, at most 25 s; unfinished messages are redelivered to another replica. Pulling has
   * stopped by now.
   */
  async close(): Promise<void> {
    await Promise.race([
      Promise.all(this.active),
      new Promise((resolve) => setTimeout(resolve, DRAIN_TIMEOUT_MS).unref()),
    ]);
  }

  override on(): never {
    throw new Error('JetStreamStrategy emits no events');
  }

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- Nest's signature
  override unwrap<T>(): T {
    return this.link.connection as T;
  }

  private bindings(): Binding[] {
    return [...this.getHandlers()].map(([subject, first]) => {
      const extras = first.extras as { stream: StreamName; concurrency?: number };
      const handlers: MessageHandler[] = [];
      for (let next: MessageHandler | undefined = first; next; next = next.next) handlers.push(next);
      return { subject, stream: extras.stream, concurrency: extras.concurrency ?? 4, handlers };
    });
  }

  private async measure(bindings: readonly Binding[]): Promise<void> {
    natsConnected.set(this.link.isConnected ? 1 : 0);
    for (const { stream, subject } of bindings) {
      const consumer = consumerName(this.link.service, subject);
      const info = await this.streams.consumerInfo(stream, consumer);
      consumerPending.set({ consumer }, info.num_pending);
      consumerAckPending.set({ consumer }, info.num_ack_pending);
      consumerRedelivered.set({ consumer }, info.num_redelivered);
    }
  }

  private async pull(binding: Binding): Promise<void> {
    let consumer: Consumer | undefined;
    while (!this.link.isStopping && !this.link.connection.isClosed()) {
      try {
        consumer ??= await this.consumer(binding);
        const message = await consumer.next({ expires: PULL_EXPIRES_MS });
        if (message) await this.take(binding, message);
      } catch (error) {
        if (this.link.connection.isClosed()) return;
        this.log.warn('consumer.interrupted', { subject: binding.subject, error });
        consumer = undefined; // the stream may be lost: create it again if allowed
        await new Promise((resolve) => setTimeout(resolve, PULL_RETRY_MS));
      }
    }
  }

  private async consumer({ stream, subject }: Binding): Promise<Consumer> {
    const name = consumerName(this.link.service, subject);
    await this.streams.ensureConsumer(stream, name, subject);
    return jetstream(this.link.connection).consumers.getConsumerFromInfo(await this.streams.consumerInfo(stream, name));
  }

  private async take(binding: Binding, message: JsMsg): Promise<void> {
    if (this.link.isStopping) {
      message.nak(0);
      return;
    }
    const work = this.handle(binding, message);
    this.active.add(work);
    await work.finally(() => this.active.delete(work));
  }

  private async handle(binding: Binding, message: JsMsg): Promise<void> {
    const alive = setInterval(() => message.working(), ACK_WAIT_MS / 3);
    const stop = messageDuration.startTimer({ subject: subjectPattern(message.subject) });
    const durable = new DurableContext(message);
    await withTrace(traceHeadersOf(message), async () => {
      try {
        await tracedFromReceipt(subjectPattern(message.subject), factsOf(durable), () =>
          withLogFields({ message_id: durable.messageId }, async () => {
            const payload: unknown = parseJson(message);
            for (const handler of binding.handlers) await settle(await handler(payload, durable));
          }),
        );
        message.ack();
        stop({ outcome: 'done' });
      } catch (error) {
        stop({ outcome: await this.refuse(binding, message, error) });
      } finally {
        clearInterval(alive);
      }
    });
  }

  /** Returns or rejects a message that was not handled; says which, for the metrics. */
  private async refuse(
    binding: Binding,
    message: JsMsg,
    error: unknown,
  ): Promise<'handed_back' | 'rejected' | 'failed'> {
    if (error instanceof HandBack) {
      message.nak(error.delayMs);
      return 'handed_back';
    }
    const durable = new DurableContext(message);
    const { messageId: message_id, deliveryCount: delivery } = durable;
    const facts = { stream: binding.stream, sequence: message.seq, subject: message.subject, message_id, delivery };
    if (error instanceof UnreadableMessage && error.isFinal(delivery)) {
      if (await this.reject(binding, message, { error, facts })) return 'rejected';
    }
    const retry_ms = REDELIVERY_DELAYS_MS[Math.min(delivery, REDELIVERY_DELAYS_MS.length) - 1]!;
    this.log.error('message.failed', { ...facts, retry_ms, error });
    message.nak(retry_ms);
    return 'failed';
  }

  /** Ends the deliveries of a message once a copy is kept for an operator. @returns false where none could be kept */
  private async reject(
    { subject }: Binding,
    message: JsMsg,
    { error, facts }: { error: UnreadableMessage; facts: object },
  ): Promise<boolean> {
    const consumer = consumerName(this.link.service, subject);
    const { reason, detail } = error;
    try {
      await this.deadLetters.keep(message, consumer, error);
    } catch (failure) {
      this.log.warn('message.not_kept', { ...facts, error: failure });
      return false;
    }
    message.term();
    messagesRejected.inc();
    this.log.error('message.rejected', { ...facts, consumer, reason, detail, bytes: message.data.length });
    return true;
  }
}

/** `webhooks`, `video.*` → `webhooks-video-any`. */
export function consumerName(service: string, subject: string): string {
  return `${service}-${subject.replaceAll('.', '-').replaceAll('*', 'any').replaceAll('>', 'all')}`;
}

function factsOf({ subject, messageId: id }: DurableContext): SpanFacts {
  const facts = messagingFacts('consumer', { operation: 'process', subject, id });
  return { ...facts, isFailure: (error) => !(error instanceof HandBack) };
}

function parseJson(message: JsMsg): unknown {
  try {
    return message.json();
  } catch (cause) {
    throw new UnreadableMessage('not_json', `${message.data.length} bytes`, { cause });
  }
}

/** Waits for the end of a handler's work. A Nest handler may return an Observable, which ends when it completes. */
async function settle(result: unknown): Promise<void> {
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}
