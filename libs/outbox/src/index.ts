export { Inbox } from './inbox.js';
export { InboxMessage, OUTBOX_ENTITIES, OutboxMessage, OutboxStream } from './outbox.entities.js';
export { OutboxConfig } from './outbox.config.js';
export { outboxMigration } from './outbox.migration.js';
export { outboxPartitionsMigration } from './outbox-partitions.migration.js';
export { outboxWindowsMigration } from './outbox-windows.migration.js';
export type { OutboxStreams } from './outbox-streams.js';
export { OutboxModule } from './outbox.module.js';
export { Outbox, type EnqueueOptions } from './outbox.js';
