import { type DynamicModule, Module } from '@nestjs/common';
import { loadConfig } from '#libs/runtime';
import { Inbox } from './inbox.js';
import { MessageRetention } from './message-retention.js';
import { OutboxConfig } from './outbox.config.js';
import { Outbox } from './outbox.js';
import { OutboxGauges } from './outbox-gauges.js';
import { OutboxRelay, RelayParts } from './outbox-relay.js';
import { PublishedMessages } from './published-messages.js';
import { OUTBOX_STREAMS, type OutboxStreams } from './outbox-streams.js';

/** Outbox, relay and inbox over a service's own schema; needs the database and messaging modules beside it. */
@Module({})
export class OutboxModule {
  /** @param streams those the service publishes into; none where it only takes messages */
  static forStreams(streams: OutboxStreams): DynamicModule {
    return {
      module: OutboxModule,
      global: true,
      providers: [
        { provide: OutboxConfig, useFactory: () => loadConfig(OutboxConfig) },
        { provide: OUTBOX_STREAMS, useValue: streams },
        Outbox,
        Inbox,
        RelayParts,
        OutboxRelay,
        OutboxGauges,
        MessageRetention,
        PublishedMessages,
      ],
      exports: [Outbox, Inbox, PublishedMessages],
    };
  }
}
