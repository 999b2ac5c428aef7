import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  AppError,
  type LabelTemplateVersion,
  type ListTemplateVersions,
  type Page,
  pageOf,
  type TemplateVersion,
} from '#libs/contracts';
import { creatorOf } from '../documents/creator-of.js';
import { TemplateVersionRow } from './template-version.entity.js';
import { TemplateRow } from './template.entity.js';

/** The versions of templates, and what people call them. The names of their creators are not known here. */
@Injectable()
export class TemplateVersions {
  constructor(private readonly em: EntityManager) {}

  /** The versions of a template, newest first. @throws AppError RESOURCE_NOT_FOUND */
  async list({ org_id: orgId, id, ...page }: ListTemplateVersions): Promise<Page<TemplateVersion>> {
    const em = this.em.fork();
    if ((await em.count(TemplateRow, { id, orgId })) === 0) throw new AppError('RESOURCE_NOT_FOUND');
    const { limit = 20, offset = 0 } = page;
    const options = { limit, offset, orderBy: { version: 'desc' } } as const;
    const [rows, total] = await em.findAndCount(TemplateVersionRow, { template: id }, options);
    return pageOf(rows.map(toVersion), total, page);
  }

  /** Sets the label and the note of a version. @throws AppError RESOURCE_NOT_FOUND */
  async label({ org_id: orgId, id, version, label, note }: LabelTemplateVersion): Promise<TemplateVersion> {
    const em = this.em.fork();
    const row = await em.findOne(TemplateVersionRow, { template: { id, orgId }, version });
    if (!row) throw new AppError('RESOURCE_NOT_FOUND');
    if (label !== undefined) row.label = label;
    if (note !== undefined) row.note = note;
    await em.flush();
    return toVersion(row);
  }
}

function toVersion(row: TemplateVersionRow): TemplateVersion {
  const { version, name, label, note, createdAt, width, height, durationS: duration } = row;
  const remarks = { label: label ?? null, note: note ?? null };
  const made = {
    created_at: createdAt.toISOString(),
    created_by: creatorOf({ creatorType: row.publisherType, creatorId: row.publisherId }),
  };
  return { version, name, ...remarks, ...made, width, height, duration };
}
