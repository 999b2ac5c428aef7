import { ServerNats } from '@nestjs/microservices';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { AppError, CALL_ID_HEADER } from '#libs/contracts';
import { openSpan, type OpenSpan, withCallerSignal, withTrace } from '#libs/runtime';
import type { NatsLink } from './nats-link.js';
import type { OpenCalls } from './open-calls.js';
import { messagingFacts, traceHeadersOf } from './trace-headers.js';

/** Time for which a stopping service continues with requests that it has accepted, ms. */
const DRAIN_TIMEOUT_MS = 20_000;

interface Packet {
  err?: unknown;
  isDisposed?: boolean;
}

/**
 * Nest's NATS server on the process's shared connection. Requests run inside the caller's trace, with a signal that ends when
 * the caller is gone. On shutdown the service stops receiving requests at once and still replies to those it has accepted (Nest's own grace period only
 * sleeps).
 */
export class RpcServer extends ServerNats {
  private readonly opened: Subscription[] = [];
  private readonly open = new Set<Msg>();
  private readonly spans = new WeakMap<Msg, OpenSpan>();
  private whenIdle: () => void = () => undefined;

  constructor(
    private readonly link: NatsLink,
    private readonly calls: OpenCalls,
  ) {
    super({ queue: link.service });
  }

  override createNatsClient(): Promise<NatsConnection> {
    return Promise.resolve(this.link.connection);
  }

  /** Resolves once the server knows the subscriptions: until then callers receive "no responders". */
  override start(callback: (error?: unknown) => void): void {
    this.bindEvents(this.link.connection);
    this.link.connection.flush().then(() => callback(), callback);
  }

  override bindEvents(client: NatsConnection): void {
    for (const [subject, handler] of this.getHandlers()) {
      const queue = (handler.extras as { queue?: string } | undefined)?.queue ?? this.link.service;
      const callback = this.getMessageHandler(subject) as (error: Error | null, message: Msg) => void;
      this.opened.push(client.subscribe(subject, queue === '' ? { callback } : { queue, callback }));
    }
  }

  override handleMessage(subject: string, message: Msg): Promise<unknown> {
    return withTrace(traceHeadersOf(message), () => {
      if (!message.reply) return super.handleMessage(subject, message); // a live message
      const span = openSpan(`process ${subject}`, messagingFacts('server', { operation: 'process', subject }));
      this.spans.set(message, span);
      const callId = callIdOf(message);
      const handle = () => super.handleMessage(subject, message);
      return span.run(() => (callId === undefined ? handle() : withCallerSignal(this.calls.open(callId), handle)));
    });
  }

  override getPublisher(...[message, id, ctx]: Parameters<ServerNats['getPublisher']>): (packet: Packet) => unknown {
    const request = message as Msg;
    this.open.add(request);
    const publish = super.getPublisher(message, id, ctx);
    return (packet) => {
      if (packet.isDisposed) this.settle(request, packet.err);
      return publish(packet) as unknown;
    };
  }

  override async close(): Promise<void> {
    await this.link.farewell(() => Promise.all(this.opened.map((subscription) => subscription.drain())));
    if (this.open.size > 0) {
      await Promise.race([
        new Promise<void>((resolve) => (this.whenIdle = resolve)),
        new Promise((resolve) => setTimeout(resolve, DRAIN_TIMEOUT_MS).unref()),
      ]);
    }
    await this.link.farewell((connection) => connection.flush());
  }

  private settle(request: Msg, error: unknown): void {
    this.spans.get(request)?.end(error && AppError.fromReply(error));
    this.open.delete(request);
    const callId = callIdOf(request);
    if (callId !== undefined) this.calls.close(callId);
    if (this.open.size === 0) this.whenIdle();
  }
}

/** Id of a call; absent in requests of older services, and in those whose work does not end with their caller. */
function callIdOf({ headers }: Msg): string | undefined {
  return headers?.get(CALL_ID_HEADER) || undefined;
}
