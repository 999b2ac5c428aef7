import { Global, Module } from '@nestjs/common';
import { Inbox } from './inbox.js';
import { Outbox } from './outbox.js';
import { OutboxGauges } from './outbox-gauges.js';
import { OutboxRelay } from './outbox-relay.js';

/** Outbox, relay and inbox over a service's own schema; needs the database and messaging modules beside it. */
@Global()
@Module({ providers: [Outbox, Inbox, OutboxRelay, OutboxGauges], exports: [Outbox, Inbox] })
export class OutboxModule {}
