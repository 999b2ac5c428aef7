import { Injectable } from '@nestjs/common';
import type { DurableContract } from '#libs/contracts';
import { consumerName } from './jetstream-strategy.js';
import { NatsLink } from './nats-link.js';
import { Streams } from './streams.js';

/** How far this service is behind with what it takes from JetStream. */
@Injectable()
export class Backlog {
  constructor(
    private readonly link: NatsLink,
    private readonly streams: Streams,
  ) {}

  /** Messages that no replica has been handed yet. */
  async of({ stream, subject }: DurableContract): Promise<number> {
    return (await this.streams.consumerInfo(stream, consumerName(this.link.service, subject))).num_pending;
  }
}
