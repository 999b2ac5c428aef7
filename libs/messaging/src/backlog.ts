import { Injectable } from '@nestjs/common';
import type { DurableContract } from '#libs/contracts';
import { consumerName } from './jetstream-strategy.js';
import { NatsLink } from './nats-link.js';
import { Streams } from './streams.js';

/** The backlog of this service: messages in JetStream that it has yet to consume. */
@Injectable()
export class Backlog {
  constructor(
    private readonly link: NatsLink,
    private readonly streams: Streams,
  ) {}

  /** Number of messages that no replica has received yet. */
  async of({ stream, subject }: DurableContract): Promise<number> {
    return (await this.streams.consumerInfo(stream, consumerName(this.link.service, subject))).num_pending;
  }
}
