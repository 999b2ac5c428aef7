import { defineEntity, p } from '@mikro-orm/postgresql';

const DeliveryTotalSchema = defineEntity({
  name: 'DeliveryTotal',
  tableName: 'delivery_totals',
  properties: {
    endpointId: p.uuid().primary(),
    state: p.text().primary(),
    deliveries: p.bigint('number'),
  },
});

/** How many deliveries of an endpoint are in a state, but for the changes since. */
export class DeliveryTotal extends DeliveryTotalSchema.class {}
DeliveryTotalSchema.setClass(DeliveryTotal);

const DeliveryChangeSchema = defineEntity({
  name: 'DeliveryChange',
  tableName: 'delivery_changes',
  properties: {
    id: p.bigint().primary().autoincrement(),
    endpointId: p.uuid(),
    state: p.text(),
    /** Negative where they left the state. */
    deliveries: p.bigint('number'),
  },
  indexes: [{ name: 'delivery_changes_by_endpoint', properties: ['endpointId'] }],
});

/** A change of these numbers that is not in the totals yet; written by triggers. */
export class DeliveryChange extends DeliveryChangeSchema.class {}
DeliveryChangeSchema.setClass(DeliveryChange);
