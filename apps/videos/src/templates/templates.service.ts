import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import {
  AppError,
  type CreateTemplate,
  type GetTemplate,
  type ListTemplates,
  type Page,
  pageOf,
  type RemoveTemplate,
  type ReplaceTemplate,
  type Template,
} from '#libs/contracts';
import { type PreparedStatement, PreparedStatements } from '#libs/database';
import type { TemplateDocument } from '#libs/template';
import { DocumentJudge } from '../documents/document-judge.js';
import { TemplateQuotas } from './template-quotas.js';
import { TemplateVersionRow } from './template-version.entity.js';
import { TemplateRow } from './template.entity.js';

/** A template's document and its version. */
export interface TemplateVersion {
  templateId: string;
  version: number;
  document: TemplateDocument;
}

const FIND_DOCUMENT: PreparedStatement = {
  name: 'find-document',
  text: `
  SELECT version, document FROM template_versions
    JOIN templates ON id = template_id AND version = coalesce($3::int, latest_version)
   WHERE id = $1 AND org_id = $2`,
};

/** Stores templates as immutable versions. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly em: EntityManager,
    private readonly statements: PreparedStatements,
    private readonly judge: DocumentJudge,
    private readonly quotas: TemplateQuotas,
  ) {}

  /** @throws AppError VALIDATION_ERROR with every fault of the document, or beyond the organization's quota */
  async create({ org_id, document: input }: CreateTemplate): Promise<Template> {
    const contents = await this.contentsOf(input);
    const now = new Date();
    const version = await this.em.fork().transactional(async (tx) => {
      const template = tx.create(TemplateRow, {
        id: randomUUID(),
        orgId: org_id,
        latestVersion: 1,
        createdAt: now,
        updatedAt: now,
      });
      const first = tx.create(TemplateVersionRow, { template, version: 1, createdAt: now, ...contents });
      await this.quotas.refuseExcess(tx, org_id);
      return first;
    });
    return { ...toTemplate(version), document: input };
  }

  /**
   * Stores the document as the template's next version; the earlier ones stay as they are.
   *
   * @throws AppError VALIDATION_ERROR with every fault of the document, or beyond the quota; RESOURCE_NOT_FOUND for an unknown
   * template and for another organization's
   */
  async replace({ org_id: orgId, id, document: input }: ReplaceTemplate): Promise<Template> {
    const contents = await this.contentsOf(input);
    const now = new Date();
    const stored = await this.em.fork().transactional(async (tx) => {
      const template = await tx.findOne(TemplateRow, { id, orgId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!template) throw new AppError('RESOURCE_NOT_FOUND');
      const version = template.latestVersion + 1;
      tx.assign(template, { latestVersion: version, updatedAt: now });
      const next = tx.create(TemplateVersionRow, { template, version, createdAt: now, ...contents });
      await this.quotas.refuseExcess(tx, orgId);
      return next;
    });
    return { ...toTemplate(stored), document: input };
  }

  /**
   * Removes all versions. Videos in progress are not affected, because each has a copy of its document.
   *
   * @throws AppError RESOURCE_NOT_FOUND for an unknown template and for another organization's
   */
  async remove({ org_id: orgId, id }: RemoveTemplate): Promise<void> {
    const removed = await this.em.fork().nativeDelete(TemplateRow, { id, orgId });
    if (removed === 0) throw new AppError('RESOURCE_NOT_FOUND');
  }

  /** @throws AppError RESOURCE_NOT_FOUND for an unknown template or version, and for another organization's */
  async get(request: GetTemplate): Promise<Template> {
    const version = await this.findVersion(request);
    return { ...toTemplate(version), document: Object.fromEntries(Object.entries(version.document)) };
  }

  /** The document of a version, the newest when `version` is absent. @throws AppError RESOURCE_NOT_FOUND */
  async getDocument({ org_id, id, version }: GetTemplate): Promise<TemplateVersion> {
    const [found] = await this.statements.run<Omit<TemplateVersion, 'templateId'>>(FIND_DOCUMENT, [
      id,
      org_id,
      version ?? null,
    ]);
    if (!found) throw new AppError('RESOURCE_NOT_FOUND');
    return { templateId: id, ...found };
  }

  /** Newest versions, without their documents. */
  async list(request: ListTemplates): Promise<Page<Template>> {
    const em = this.em.fork();
    const where = { orgId: request.org_id, ...(request.id && { id: request.id }) };
    const { limit = 20, offset = 0 } = request;
    const orderBy = { createdAt: 'desc', id: 'desc' } as const;
    const [templates, total] = await em.findAndCount(TemplateRow, where, { limit, offset, orderBy });
    const newest = await em.find(
      TemplateVersionRow,
      { $or: templates.map(({ id, latestVersion }) => ({ template: id, version: latestVersion })) },
      { populate: ['template'] },
    );
    const byTemplate = new Map(newest.map((version) => [version.template.id, toTemplate(version)]));
    // A template that was removed between the two reads is left out.
    return pageOf(
      templates.flatMap(({ id }) => byTemplate.get(id) ?? []),
      total,
      request,
    );
  }

  /** The values of a version, without its number. */
  private async contentsOf(document: Record<string, unknown>) {
    return { ...(await this.judge.template(document)), document: document as unknown as TemplateDocument };
  }

  private async findVersion({ org_id, id, version }: GetTemplate): Promise<TemplateVersionRow> {
    const em = this.em.fork();
    const template = await em.findOne(TemplateRow, { id, orgId: org_id });
    const found =
      template &&
      (await em.findOne(
        TemplateVersionRow,
        { template, version: version ?? template.latestVersion },
        { populate: ['document', 'template'] },
      ));
    if (!found) throw new AppError('RESOURCE_NOT_FOUND');
    return found;
  }
}

function toTemplate({ template, version, name, width, height, durationS }: TemplateVersionRow): Template {
  return {
    id: template.id,
    name,
    version,
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
    width,
    height,
    duration: durationS,
  };
}
