import { defineEntity, p } from '@mikro-orm/postgresql';
import { TemplateRow } from './template.entity.js';

const TemplateDraftSchema = defineEntity({
  name: 'TemplateDraftRow',
  tableName: 'template_drafts',
  properties: {
    template: p.manyToOne(TemplateRow).primary().deleteRule('cascade'),
    /** As sent; it may have faults. */
    document: p.json<Record<string, unknown>>().columnType('json'),
    /** The document of the revision before; null if that is the version that the draft began with. */
    previous: p.json<Record<string, unknown>>().columnType('json').nullable(),
    /** The organization's components to which the document refers, as it does. */
    uses: p.array().$type<string[]>().defaultRaw("'{}'"),
    usesBrand: p.boolean().default(false),
    /** The version that the draft began with. */
    baseVersion: p.integer(),
    /** Size of the document as stored; set by a trigger. */
    bytes: p.integer().default(0),
    updatedAt: p.datetime(3),
    /** The user who saved it last; null for an API key. */
    savedBy: p.uuid().nullable(),
  },
});

/** The draft of a template's next version. */
export class TemplateDraftRow extends TemplateDraftSchema.class {}
TemplateDraftSchema.setClass(TemplateDraftRow);
