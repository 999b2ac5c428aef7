import { Global, Module } from '@nestjs/common';
import { loadConfig } from '#libs/runtime';
import { Inbox } from './inbox.js';
import { MessageRetention } from './message-retention.js';
import { OutboxConfig } from './outbox.config.js';
import { Outbox } from './outbox.js';
import { OutboxGauges } from './outbox-gauges.js';
import { OutboxRelay } from './outbox-relay.js';

/** Outbox, relay and inbox over a service's own schema; needs the database and messaging modules beside it. */
@Global()
@Module({
  providers: [
    { provide: OutboxConfig, useFactory: () => loadConfig(OutboxConfig) },
    Outbox,
    Inbox,
    OutboxRelay,
    OutboxGauges,
    MessageRetention,
  ],
  exports: [Outbox, Inbox],
})
export class OutboxModule {}
