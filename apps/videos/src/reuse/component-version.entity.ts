import { defineEntity, p } from '@mikro-orm/postgresql';
import { ComponentRow } from './component.entity.js';

const ComponentVersionSchema = defineEntity({
  name: 'ComponentVersionRow',
  tableName: 'component_versions',
  properties: {
    component: p.manyToOne(ComponentRow).primary().deleteRule('cascade'),
    version: p.integer().primary(),
    description: p.text().nullable(),
    contents: p.json<Record<string, unknown>>().columnType('json').lazy(),
    /** The organization's components to which it refers, as it does. */
    uses: p.array().$type<string[]>(),
    usesBrand: p.boolean(),
    createdAt: p.datetime(3),
    /** Size of the contents as stored; set by a trigger. */
    bytes: p.integer().default(0),
  },
});

/** One version of a component; never changes. */
export class ComponentVersionRow extends ComponentVersionSchema.class {}
ComponentVersionSchema.setClass(ComponentVersionRow);
