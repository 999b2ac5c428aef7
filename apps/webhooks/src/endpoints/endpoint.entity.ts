import { defineEntity, p } from '@mikro-orm/postgresql';
import type { WebhookEventType } from '#libs/contracts';

const EndpointSchema = defineEntity({
  name: 'EndpointRow',
  tableName: 'endpoints',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    url: p.text(),
    /** Its event types, each once, in the order given. */
    events: p.array().$type<WebhookEventType[]>(),
    enabled: p.boolean(),
    /** The reason why the service disabled it; null if its owner did. */
    disabledReason: p.text().nullable(),
    /** The signing secret, encrypted for this endpoint's id. */
    sealedSecret: p.blob().lazy(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
    /** When its owner deleted it. It is hidden and receives nothing while its deliveries are removed. */
    removedAt: p.datetime(3).nullable(),
    /**
     * Set when it is disabled: pending deliveries up to this time are still to be canceled, and it receives nothing
     * until they are.
     */
    cancelBefore: p.datetime(3).nullable(),
    /**
     * The organization whose callbacks are delivered under this endpoint, to the addresses that its requests named. Its own
     * organization is then none, and it is never disabled or removed.
     */
    callbacksOf: p.uuid().nullable(),
  },
  indexes: [
    { name: 'endpoints_by_org', properties: ['orgId', 'createdAt', 'id'] },
    { name: 'endpoints_removed', properties: ['removedAt'], where: 'removed_at is not null' },
    {
      name: 'endpoints_of_callbacks',
      expression:
        'create unique index endpoints_of_callbacks on endpoints (callbacks_of) where callbacks_of is not null',
    },
    { name: 'endpoints_canceling', properties: ['cancelBefore'], where: 'cancel_before is not null' },
  ],
});

/** An organization's webhook endpoint; `toWebhook` makes the Webhook that callers see. */
export class EndpointRow extends EndpointSchema.class {}
EndpointSchema.setClass(EndpointRow);
