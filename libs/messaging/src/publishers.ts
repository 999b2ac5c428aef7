import { Injectable } from '@nestjs/common';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import type { ConcreteSubject, DurableContract, LiveContract, StreamName } from '#libs/contracts';
import { currentTraceHeaders, traced } from '#libs/runtime';
import { NatsLink } from './nats-link.js';
import { Streams } from './streams.js';
import { messagingFacts, natsHeaders, subjectPattern } from './trace-headers.js';

/** Publishes live messages; they are lost while NATS is away. */
@Injectable()
export class LivePublisher {
  constructor(private readonly link: NatsLink) {}

  publish<Payload extends object>(contract: LiveContract<Payload>, payload: Payload): void {
    if (!this.link.isConnected) return; // a buffered message would arrive stale
    const headers = natsHeaders(currentTraceHeaders());
    this.link.connection.publish(contract.subject, JSON.stringify(payload), { headers });
  }
}

/** A durable message whose contract was applied when it was stored. */
interface StoredMessage {
  stream: StreamName;
  subject: string;
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

  /**
   * @param id JetStream drops a second message with the same id within the stream's duplicate window
   * @throws the server's or the connection's error; the message may have been stored nevertheless, so repeat with the same id
   */
  publish<Payload extends object, Subject extends string>(
    { stream, subject }: DurableContract<Payload, ConcreteSubject<Subject>>,
    payload: Payload,
    { id }: { id: string },
  ): Promise<void> {
    return this.publishStored({ stream, subject, id, payload });
  }

  /** Publishes a message that a database has kept since it was written. */
  publishStored(message: StoredMessage): Promise<void> {
    const { subject, id } = message;
    const facts = messagingFacts('producer', { operation: 'send', subject, id });
    return traced(`send ${subjectPattern(subject)}`, facts, () => this.store(message));
  }

  private async store({ stream, subject, id: msgID, payload }: StoredMessage): Promise<void> {
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
