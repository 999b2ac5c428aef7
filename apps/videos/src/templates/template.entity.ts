import { defineEntity, p } from '@mikro-orm/postgresql';

const TemplateSchema = defineEntity({
  name: 'TemplateRow',
  tableName: 'templates',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    /** Newest version's number, from 1. */
    latestVersion: p.integer(),
    /** Name shown in place of that in the newest document; null to show that one. */
    name: p.text().nullable(),
    /** Time since which lists leave the template out. */
    archivedAt: p.datetime(3).nullable(),
    /** Increases whenever the draft is saved, discarded or published. */
    draftRevision: p.integer().default(0),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: [{ name: 'templates_by_org', properties: ['orgId', 'createdAt', 'id'] }],
});

/** A template: an identity with versions. */
export class TemplateRow extends TemplateSchema.class {}
TemplateSchema.setClass(TemplateRow);
