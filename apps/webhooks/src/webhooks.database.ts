import type { ServiceDatabase } from '#libs/database';
import { OUTBOX_ENTITIES, outboxMigration } from '#libs/outbox';
import { Attempt } from './deliveries/attempt.entity.js';
import { Delivery } from './deliveries/delivery.entity.js';
import { Event } from './deliveries/event.entity.js';
import { Endpoint } from './endpoints/endpoint.entity.js';
import { CreateWebhooks } from './migrations/2026-11-21-webhooks.js';

/** The schema `webhooks`. */
export const WEBHOOKS_DATABASE: ServiceDatabase = {
  name: 'webhooks',
  entities: [...OUTBOX_ENTITIES, Endpoint, Event, Delivery, Attempt],
  migrations: [outboxMigration, { name: '2026-11-21-webhooks', class: CreateWebhooks }],
};
