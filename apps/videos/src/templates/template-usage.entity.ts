import { defineEntity, p } from '@mikro-orm/postgresql';

const TemplateUsageSchema = defineEntity({
  name: 'TemplateUsageRow',
  tableName: 'template_usage',
  properties: {
    orgId: p.uuid().primary(),
    /** Maintained by triggers. */
    templates: p.integer().default(0),
    /** Size of all versions' documents as stored; maintained by triggers. */
    bytes: p.bigint('number').defaultRaw('0'),
    /** Null for the configured default. */
    maxTemplates: p.integer().nullable(),
    maxBytes: p.bigint('number').nullable(),
  },
});

/** The number and size of an organization's templates, and its quota. */
export class TemplateUsageRow extends TemplateUsageSchema.class {}
TemplateUsageSchema.setClass(TemplateUsageRow);
