import { defineEntity, p } from '@mikro-orm/postgresql';
import { TemplateRow } from './template.entity.js';

const TemplatePresenceSchema = defineEntity({
  name: 'TemplatePresenceRow',
  tableName: 'template_presence',
  properties: {
    template: p.manyToOne(TemplateRow).primary().deleteRule('cascade'),
    userId: p.uuid().primary(),
    /** The user's name at the last report. */
    name: p.text(),
    /** Since when the user has had the template open without a break. */
    since: p.datetime(3),
    /** The last report. */
    seenAt: p.datetime(3),
  },
  indexes: [{ name: 'template_presence_by_time', properties: ['seenAt'] }],
});

/** A user who has a template open, until the lease ends. */
export class TemplatePresenceRow extends TemplatePresenceSchema.class {}
TemplatePresenceSchema.setClass(TemplatePresenceRow);
