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
  },
  indexes: [{ name: 'endpoints_by_org', properties: ['orgId', 'createdAt', 'id'] }],
});

/** An address an organization wants to be called at; callers see it through `toWebhook`. */
export class Endpoint extends EndpointSchema.class {}
EndpointSchema.setClass(Endpoint);
