export { Inbox } from './inbox.js';
export { InboxMessage, OUTBOX_ENTITIES, OutboxMessage, OutboxStream } from './outbox.entities.js';
export { outboxMigration } from './outbox.migration.js';
export { OutboxModule } from './outbox.module.js';
export { Outbox, type EnqueueOptions } from './outbox.js';
