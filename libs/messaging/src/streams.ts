import { Injectable } from '@nestjs/common';
import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  jetstreamManager,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { STREAMS, type StreamName, type StreamPolicy } from '#libs/contracts';
import { NatsConfig } from './nats.config.js';
import { NatsLink } from './nats-link.js';

const SECOND_NS = 1_000_000_000;

/** Time after which JetStream redelivers a message that is neither acknowledged nor reported as in progress, ms. */
export const ACK_WAIT_MS = 30_000;

/** Creates and inspects the system's streams and consumers. Uses features of nats-server 2.9 only. */
@Injectable()
export class Streams {
  private manager?: Promise<JetStreamManager>;

  constructor(
    private readonly link: NatsLink,
    private readonly config: NatsConfig,
  ) {}

  /**
   * Time at which the current stream was created; null if there is none. A later time than before means that its
   * predecessor was lost.
   */
  async createdAt(stream: StreamName): Promise<Date | null> {
    const manager = await this.connect();
    try {
      return new Date((await manager.streams.info(stream)).created);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Creates the stream if it is missing. @returns whether it did */
  async ensure(stream: StreamName): Promise<boolean> {
    if (!this.config.manageStreams || (await this.createdAt(stream))) return false;
    const policy: StreamPolicy = STREAMS[stream];
    const manager = await this.connect();
    await manager.streams.add({
      name: stream,
      subjects: [...policy.subjects],
      retention: policy.retention === 'work' ? RetentionPolicy.Workqueue : RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: policy.retention === 'work' ? DiscardPolicy.New : DiscardPolicy.Old,
      max_msgs: policy.maxMessages ?? -1,
      max_age: policy.maxAgeNs ?? 0,
      duplicate_window: policy.duplicateWindowNs,
      max_msg_size: policy.maxMessageBytes ?? 1_000_000,
    });
    return true;
  }

  /**
   * Creates the stream and the durable pull consumer `name` on `subject` where they are missing. NATS does not limit
   * redeliveries: the service that handles a message decides from its own records when to give up.
   */
  async ensureConsumer(stream: StreamName, name: string, subject: string): Promise<void> {
    await this.ensure(stream);
    const manager = await this.connect();
    try {
      await manager.consumers.info(stream, name);
    } catch (error) {
      if (!isMissing(error) || !this.config.manageStreams) throw error;
      await manager.consumers.add(stream, {
        durable_name: name,
        filter_subject: subject,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
        ack_wait: (ACK_WAIT_MS / 1_000) * SECOND_NS,
        max_deliver: -1,
        max_ack_pending: 10_000,
      });
    }
  }

  /** Returns the server's description of a consumer. */
  async consumerInfo(stream: StreamName, name: string): Promise<ConsumerInfo> {
    return (await this.connect()).consumers.info(stream, name);
  }

  private connect(): Promise<JetStreamManager> {
    this.manager ??= jetstreamManager(this.link.connection, { checkAPI: false });
    return this.manager;
  }
}

const NOT_FOUND = 404;

function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.status === NOT_FOUND;
}
