import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Brand } from '#libs/template';

const BrandSchema = defineEntity({
  name: 'BrandRow',
  tableName: 'brands',
  properties: {
    orgId: p.uuid().primary(),
    brand: p.json<Brand>().columnType('json'),
    /** Increases whenever it is saved. */
    revision: p.integer(),
    updatedAt: p.datetime(3),
  },
});

/** The brand of an organization. */
export class BrandRow extends BrandSchema.class {}
BrandSchema.setClass(BrandRow);
