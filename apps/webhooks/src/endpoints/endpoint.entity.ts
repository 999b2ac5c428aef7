import { defineEntity, p } from '@mikro-orm/postgresql';
import type { VideoEventType } from '#libs/contracts';

const EndpointSchema = defineEntity({
  name: 'Endpoint',
  tableName: 'endpoints',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    url: p.text(),
    /** What it subscribes to, each once, in the order given. */
    events: p.array().$type<VideoEventType[]>(),
    enabled: p.boolean(),
    /** Why the service, not its owner, disabled it. */
    disabledReason: p.text().nullable(),
    /** The signing secret, encrypted for this endpoint's id. */
    sealedSecret: p.blob().lazy(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
    /** When its owner deleted it: nobody finds it and nothing is sent any more, while its deliveries are removed. */
    removedAt: p.datetime(3).nullable(),
    /** What waited for it up to then, when it was disabled, is still to be dropped; nothing is sent meanwhile. */
    cancelBefore: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'endpoints_by_org', properties: ['orgId', 'createdAt', 'id'] },
    { name: 'endpoints_removed', properties: ['removedAt'], where: 'removed_at is not null' },
    { name: 'endpoints_canceling', properties: ['cancelBefore'], where: 'cancel_before is not null' },
  ],
});

/** An address an organization wants to be called at; callers see it through `toWebhook`. */
export class Endpoint extends EndpointSchema.class {}
EndpointSchema.setClass(Endpoint);
