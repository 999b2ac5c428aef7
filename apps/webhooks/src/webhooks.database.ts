import type { ServiceDatabase } from '#libs/database';
import { OUTBOX_ENTITIES, outboxMigration, outboxPartitionsMigration, outboxWindowsMigration } from '#libs/outbox';
import { DeliveryAttemptRow } from './deliveries/rows/delivery-attempt.entity.js';
import { DeliveryRow } from './deliveries/rows/delivery.entity.js';
import { DeliveryChangeRow, DeliveryTotalRow } from './deliveries/rows/delivery-count.entity.js';
import { EventRow } from './deliveries/rows/event.entity.js';
import { EndpointRow } from './endpoints/endpoint.entity.js';
import { RetiredSecretRow } from './endpoints/retired-secret.entity.js';
import { RecoveryRow } from './recoveries/recovery.entity.js';
import { CreateSchema } from './migrations/2026-11-26-schema.js';
import { AddCallbacks } from './migrations/2026-11-27-callbacks.js';

/** The schema `webhooks`. */
export const WEBHOOKS_DATABASE: ServiceDatabase = {
  name: 'webhooks',
  entities: [
    ...OUTBOX_ENTITIES,
    EndpointRow,
    RetiredSecretRow,
    EventRow,
    DeliveryRow,
    DeliveryTotalRow,
    DeliveryChangeRow,
    DeliveryAttemptRow,
    RecoveryRow,
  ],
  migrations: [
    outboxMigration,
    outboxPartitionsMigration,
    outboxWindowsMigration,
    // Named after the last of the migrations that it replaces: a database in which that one has run has this schema.
    { name: '2026-11-26-event-subjects', class: CreateSchema },
    { name: '2026-11-27-callbacks', class: AddCallbacks },
  ],
};
