import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { StreamName } from '#libs/contracts';
import { LeaderLocks, PreparedStatements } from '#libs/database';
import { JetStreamPublisher, NatsLink, Streams } from '#libs/messaging';
import { Logger, RepeatedWork, type Repeater } from '#libs/runtime';
import { Outbox } from './outbox.js';
import { OUTBOX_STREAMS, type OutboxStreams, type StreamReplay } from './outbox-streams.js';
import { StreamRelay } from './stream-relay.js';

const POLL_MS = 250;

/** Parts that the relays of all streams share. */
@Injectable()
export class RelayParts {
  constructor(
    readonly em: EntityManager,
    readonly statements: PreparedStatements,
    readonly publisher: JetStreamPublisher,
    readonly streams: Streams,
    readonly link: NatsLink,
  ) {}
}

/**
 * Publishes the outbox; one process per schema leads. Each stream is published independently, so a stream that is full,
 * unavailable or being replayed does not delay the others.
 */
@Injectable()
export class OutboxRelay {
  private readonly repeaters: ReadonlyMap<StreamName, Repeater> = new Map();

  constructor(
    @Inject(OUTBOX_STREAMS) streams: OutboxStreams,
    parts: RelayParts,
    outbox: Outbox,
    locks: LeaderLocks,
    log: Logger,
    work: RepeatedWork,
  ) {
    const entries = Object.entries(streams) as [StreamName, StreamReplay][];
    if (entries.length === 0) return; // a service that only consumes
    const lock = locks.lock('outbox-relay', () => this.kickAll());
    const repeaterOf = (stream: StreamName, replay: StreamReplay): Repeater => {
      const relay = new StreamRelay(stream, replay, parts);
      const run = async () => parts.link.isConnected && (await lock.isHeld()) && relay.round();
      return work.repeat(run, POLL_MS, (error) => log.warn('outbox.round_failed', { stream, error }));
    };
    this.repeaters = new Map(entries.map(([stream, replay]) => [stream, repeaterOf(stream, replay)]));
    outbox.onCommit((stream) => this.repeaters.get(stream)?.kick());
  }

  private kickAll(): void {
    for (const repeater of this.repeaters.values()) repeater.kick();
  }
}
