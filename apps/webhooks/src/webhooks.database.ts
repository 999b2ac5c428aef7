import type { ServiceDatabase } from '#libs/database';
import { OUTBOX_ENTITIES, outboxMigration, outboxPartitionsMigration, outboxWindowsMigration } from '#libs/outbox';
import { DeliveryAttemptRow } from './deliveries/delivery-attempt.entity.js';
import { DeliveryRow } from './deliveries/delivery.entity.js';
import { DeliveryChangeRow, DeliveryTotalRow } from './deliveries/delivery-count.entity.js';
import { EventRow } from './deliveries/event.entity.js';
import { EndpointRow } from './endpoints/endpoint.entity.js';
import { RetiredSecretRow } from './endpoints/retired-secret.entity.js';
import { DeliveryHistory } from './migrations/2026-11-21-delivery-history.js';
import { AddEventTraces } from './migrations/2026-11-21-event-traces.js';
import { ReadyDeliveries } from './migrations/2026-11-21-ready-deliveries.js';
import { Recoveries } from './migrations/2026-11-21-recoveries.js';
import { RetiredSecrets } from './migrations/2026-11-21-retired-secrets.js';
import { RemovedEndpoints } from './migrations/2026-11-22-removed-endpoints.js';
import { CancelInBatches } from './migrations/2026-11-22-canceled-endpoints.js';
import { CreateWebhooks } from './migrations/2026-11-21-webhooks.js';
import { CountDeliveries } from './migrations/2026-11-22-delivery-counts.js';
import { EventSubjects } from './migrations/2026-11-26-event-subjects.js';
import { RecoveryRow } from './recoveries/recovery.entity.js';

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
    { name: '2026-11-21-webhooks', class: CreateWebhooks },
    { name: '2026-11-21-ready-deliveries', class: ReadyDeliveries },
    { name: '2026-11-21-delivery-history', class: DeliveryHistory },
    { name: '2026-11-21-retired-secrets', class: RetiredSecrets },
    { name: '2026-11-21-recoveries', class: Recoveries },
    { name: '2026-11-21-event-traces', class: AddEventTraces },
    { name: '2026-11-22-delivery-counts', class: CountDeliveries },
    { name: '2026-11-22-removed-endpoints', class: RemovedEndpoints },
    { name: '2026-11-22-canceled-endpoints', class: CancelInBatches },
    { name: '2026-11-26-event-subjects', class: EventSubjects },
  ],
};
