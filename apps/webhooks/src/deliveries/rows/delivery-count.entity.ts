import { defineEntity, p } from '@mikro-orm/postgresql';

const DeliveryTotalSchema = defineEntity({
  name: 'DeliveryTotalRow',
  tableName: 'delivery_totals',
  properties: {
    endpointId: p.uuid().primary(),
    state: p.text().primary(),
    deliveries: p.bigint('number'),
  },
});

/** The number of deliveries of an endpoint and state, without the changes that are not added yet. */
export class DeliveryTotalRow extends DeliveryTotalSchema.class {}
DeliveryTotalSchema.setClass(DeliveryTotalRow);

const DeliveryChangeSchema = defineEntity({
  name: 'DeliveryChangeRow',
  tableName: 'delivery_changes',
  properties: {
    id: p.bigint().primary().autoincrement(),
    endpointId: p.uuid(),
    state: p.text(),
    /** Negative for deliveries that left the state. */
    deliveries: p.bigint('number'),
  },
  indexes: [{ name: 'delivery_changes_by_endpoint', properties: ['endpointId'] }],
});

/** A change of these numbers that is not added to the totals yet; written by triggers. */
export class DeliveryChangeRow extends DeliveryChangeSchema.class {}
DeliveryChangeSchema.setClass(DeliveryChangeRow);
