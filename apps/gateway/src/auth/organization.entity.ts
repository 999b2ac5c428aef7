import { defineEntity, p } from '@mikro-orm/postgresql';

/** A customer: the owner of keys, videos, templates, webhooks and credits. */
const OrganizationSchema = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    /** Requests per minute; null for the configured default. */
    rateLimit: p.integer().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class Organization extends OrganizationSchema.class {}
OrganizationSchema.setClass(Organization);
