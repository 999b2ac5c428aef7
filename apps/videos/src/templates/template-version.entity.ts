import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Creator } from '#libs/contracts';
import type { TemplateDocument } from '#libs/template';
import { TemplateRow } from './template.entity.js';

const TemplateVersionSchema = defineEntity({
  name: 'TemplateVersionRow',
  tableName: 'template_versions',
  properties: {
    template: p.manyToOne(TemplateRow).primary().deleteRule('cascade'),
    version: p.integer().primary(),
    name: p.text(),
    /** Pixels. */
    width: p.integer(),
    height: p.integer(),
    /** Seconds, at 24 frames per second. */
    durationS: p.double().$type<number>(),
    document: p.json<TemplateDocument>().columnType('json').lazy(),
    /** The document with what it uses of its organization, as that was when it was stored; null if it uses nothing. */
    pinned: p.json().columnType('json').lazy().nullable(),
    /** The organization's components to which the document refers, as it does. */
    uses: p.array().$type<string[]>().defaultRaw("'{}'"),
    usesBrand: p.boolean().default(false),
    /** A name for the version, and what is new in it. */
    label: p.text().nullable(),
    note: p.text().nullable(),
    createdAt: p.datetime(3),
    publisherType: p.text().$type<Creator['type']>().nullable(),
    publisherId: p.uuid().nullable(),
    /** Size of the document as stored; set by a trigger. */
    bytes: p.integer().default(0),
    /** When the next version was stored; set by a trigger. */
    supersededAt: p.datetime(3).nullable(),
  },
  indexes: [{ name: 'template_versions_superseded', properties: ['supersededAt'], where: 'superseded_at is not null' }],
});

/** One version of a template; only its label and its note change. */
export class TemplateVersionRow extends TemplateVersionSchema.class {}
TemplateVersionSchema.setClass(TemplateVersionRow);
