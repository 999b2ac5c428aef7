import { Injectable } from '@nestjs/common';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import type { LiveContract, StreamName } from '#libs/contracts';
import { currentTraceHeaders, traced } from '#libs/runtime';
import { NatsLink } from './nats-link.js';
import { Streams } from './streams.js';
import { messagingFacts, natsHeaders, subjectPattern } from './trace-headers.js';

/** Publishes news nobody waits for; lost while NATS is away. */
@Injectable()
export class LivePublisher {
  constructor(private readonly link: NatsLink) {}

  publish<Payload extends object>(contract: LiveContract<Payload>, payload: Payload): void {
    if (!this.link.isConnected) return; // buffered news would arrive stale
    const headers = natsHeaders(currentTraceHeaders());
    this.link.connection.publish(contract.subject, JSON.stringify(payload), { headers });
  }
}

/** A message on its way into a stream. */
export interface DurableMessage {
  stream: StreamName;
  /** Concrete: no `*` left. */
  subject: string;
  /** JetStream drops a second message with the same id within the stream's duplicate window. */
  id: string;
  payload: object;
}

const ACK_TIMEOUT_MS = 5_000;

/** Publishes into streams; resolves once the server has stored the message. */
@Injectable()
export class JetStreamPublisher {
  private readonly client: JetStreamClient;

  constructor(
    link: NatsLink,
    private readonly streams: Streams,
  ) {
    this.client = jetstream(link.connection, { timeout: ACK_TIMEOUT_MS });
  }

  /** @throws the server's or the connection's error; the message may have been stored all the same, so repeat with the same id */
  publish(message: DurableMessage): Promise<void> {
    const { subject, id } = message;
    const facts = messagingFacts('producer', { operation: 'send', subject, id });
    return traced(`send ${subjectPattern(subject)}`, facts, () => this.store(message));
  }

  private async store({ stream, subject, id: msgID, payload }: DurableMessage): Promise<void> {
    const headers = natsHeaders(currentTraceHeaders());
    const send = () => this.client.publish(subject, JSON.stringify(payload), { msgID, headers });
    try {
      await send();
    } catch {
      await this.streams.ensure(stream); // the usual cause: a stream that was lost, or is not there yet
      await send();
    }
  }
}
