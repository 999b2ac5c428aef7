import { type DynamicModule, Module } from '@nestjs/common';
import { loadConfig, RepeatedWork } from '#libs/runtime';
import { Inbox } from './inbox.js';
import { MessageRetention } from './message-retention.js';
import { OutboxConfig } from './outbox.config.js';
import { Outbox } from './outbox.js';
import { OutboxGauges } from './outbox-gauges.js';
import { OutboxRelay, RelayParts } from './outbox-relay.js';
import { PublishedMessages } from './published-messages.js';
import { OUTBOX_STREAMS, type OutboxStreams } from './outbox-streams.js';

/** Outbox, relay and inbox in a service's schema. Requires the database and messaging modules. */
@Module({})
export class OutboxModule {
  /** @param streams those into which the service publishes; none if it only consumes */
  static forStreams(streams: OutboxStreams): DynamicModule {
    return {
      module: OutboxModule,
      global: true,
      providers: [
        { provide: OutboxConfig, useFactory: () => loadConfig(OutboxConfig) },
        { provide: OUTBOX_STREAMS, useValue: streams },
        RepeatedWork,
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
