import { defineEntity, p } from '@mikro-orm/postgresql';

const TemplateUsageSchema = defineEntity({
  name: 'TemplateUsageRow',
  tableName: 'template_usage',
  properties: {
    orgId: p.uuid().primary(),
    /** Kept by the database. */
    templates: p.integer().default(0),
    /** Of all versions' documents as stored; kept by the database. */
    bytes: p.bigint('number').defaultRaw('0'),
    /** Null for the configured default. */
    maxTemplates: p.integer().nullable(),
    maxBytes: p.bigint('number').nullable(),
  },
});

/** What an organization's templates come to, and what they may. */
export class TemplateUsageRow extends TemplateUsageSchema.class {}
TemplateUsageSchema.setClass(TemplateUsageRow);
