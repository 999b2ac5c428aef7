import { defineEntity, p } from '@mikro-orm/postgresql';

const ComponentSchema = defineEntity({
  name: 'ComponentRow',
  tableName: 'components',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    /** By which documents refer to it. */
    name: p.text(),
    /** Newest version's number, from 1. */
    latestVersion: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  uniques: [{ name: 'components_by_name', properties: ['orgId', 'name'] }],
});

/** A component of an organization: a name with versions. */
export class ComponentRow extends ComponentSchema.class {}
ComponentSchema.setClass(ComponentRow);
