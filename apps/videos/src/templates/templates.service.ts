import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { EntityManager, LockMode, raw } from '@mikro-orm/postgresql';
import {
  AppError,
  type CreateTemplate,
  type Creator,
  type DuplicateTemplate,
  type GetTemplate,
  type ListTemplates,
  MAX_INTEGER,
  type Page,
  pageOf,
  type ReadTemplate,
  type RemoveTemplate,
  type ReplaceTemplate,
  type Template,
  type UpdateTemplate,
} from '#libs/contracts';
import { type PreparedStatement, PreparedStatements } from '#libs/database';
import type { TemplateDocument } from '#libs/template';
import { DocumentJudge } from '../documents/document-judge.js';
import type { TemplateFacts } from '#libs/drafts';
import { CurrentReuse, usesAny } from '../documents/current-reuse.js';
import { TemplateQuotas } from './template-quotas.js';
import { TemplateVersionRow } from './template-version.entity.js';
import { TemplateRow } from './template.entity.js';

/** A template's document and its version. */
export interface StoredDocument {
  templateId: string;
  version: number;
  document: TemplateDocument;
}

/** The values of a version, without its number. */
type VersionContents = TemplateFacts &
  Pick<TemplateVersionRow, 'document' | 'pinned' | 'uses' | 'usesBrand' | 'publisherType' | 'publisherId'>;

/** Characters of a template's name. */
const MAX_NAME_CHARACTERS = 200;

const FIND_DOCUMENT: PreparedStatement = {
  name: 'find-document',
  text: `
  SELECT version, coalesce(pinned, document) AS document FROM template_versions
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
    private readonly reuse: CurrentReuse,
    private readonly quotas: TemplateQuotas,
  ) {}

  /** @throws AppError VALIDATION_ERROR with every fault of the document, or beyond the organization's quota */
  async create({ org_id, document: input, creator }: CreateTemplate): Promise<Template> {
    const contents = await this.contentsOf(org_id, input, creator);
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
  async replace({ org_id: orgId, id, document: input, creator }: ReplaceTemplate): Promise<Template> {
    const contents = await this.contentsOf(orgId, input, creator);
    const stored = await this.em
      .fork()
      .transactional(async (tx) => this.addVersion(tx, await lockTemplate(tx, { org_id: orgId, id }), contents));
    return { ...toTemplate(stored), document: input };
  }

  /** Stores the next version of a locked template. @throws AppError VALIDATION_ERROR beyond the quota */
  async addVersion(
    tx: EntityManager,
    template: TemplateRow,
    contents: VersionContents & Partial<Pick<TemplateVersionRow, 'label' | 'note'>>,
  ): Promise<TemplateVersionRow> {
    const [now, version] = [new Date(), template.latestVersion + 1];
    tx.assign(template, { latestVersion: version, updatedAt: now });
    const next = tx.create(TemplateVersionRow, { template, version, createdAt: now, ...contents });
    await this.quotas.refuseExcess(tx, template.orgId);
    return next;
  }

  /** Renames or archives. @throws AppError RESOURCE_NOT_FOUND for an unknown template and for another organization's */
  async update({ org_id, id, name, archived }: UpdateTemplate): Promise<Template> {
    await this.em.fork().transactional(async (tx) => {
      const template = await lockTemplate(tx, { org_id, id });
      if (name !== undefined) tx.assign(template, { name });
      if (archived !== undefined)
        tx.assign(template, { archivedAt: archived ? (template.archivedAt ?? new Date()) : null });
    });
    return this.get({ org_id, id });
  }

  /**
   * Creates a template with the document of a version.
   *
   * @throws AppError RESOURCE_NOT_FOUND; VALIDATION_ERROR beyond the quota, or where the rules have become stricter
   */
  async duplicate({ name, creator, ...source }: DuplicateTemplate): Promise<Template> {
    const { document, ...original } = await this.get(source);
    const ownName = name ?? `Copy of ${original.name}`.slice(0, MAX_NAME_CHARACTERS);
    return this.create({
      org_id: source.org_id,
      document: { ...document, name: ownName },
      ...(creator && { creator }),
    });
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
  async get({ pinned = false, ...request }: ReadTemplate): Promise<Template> {
    const version = await this.findVersion(request);
    const document = (pinned && version.pinned) || version.document;
    return { ...toTemplate(version), document: Object.fromEntries(Object.entries(document)) };
  }

  /**
   * The document of a version with what it uses of its organization pinned, the newest version when `version` is absent.
   *
   * @throws AppError RESOURCE_NOT_FOUND
   */
  async getDocument({ org_id, id, version }: GetTemplate): Promise<StoredDocument> {
    const [found] = await this.statements.run<Omit<StoredDocument, 'templateId'>>(FIND_DOCUMENT, [
      id,
      org_id,
      version ?? null,
    ]);
    if (!found) throw new AppError('RESOURCE_NOT_FOUND');
    return { templateId: id, ...found };
  }

  /**
   * The document that an unchecked body names by `template_id` and `version`; null if it names none, or one that does not
   * exist. Read before the body is judged, so that one call of a thread judges both.
   */
  async findNamed(
    org_id: string,
    { template_id: id, version }: Record<string, unknown>,
  ): Promise<StoredDocument | null> {
    if (typeof id !== 'string' || !isUUID(id) || !(version === undefined || isVersion(version))) return null;
    try {
      return await this.getDocument({ org_id, id, ...(version !== undefined && { version }) });
    } catch (error) {
      if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND') return null;
      throw error;
    }
  }

  /** Newest versions, without their documents. */
  async list(request: ListTemplates): Promise<Page<Template>> {
    const em = this.em.fork();
    const archivedAt = request.archived ? { $ne: null } : null;
    const where = {
      orgId: request.org_id,
      archivedAt,
      ...(request.id && { id: request.id }),
      ...named(request.search),
    };
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

  /** The values of a version, without its number. @throws AppError VALIDATION_ERROR with every fault of the document */
  async contentsOf(orgId: string, document: Record<string, unknown>, creator?: Creator): Promise<VersionContents> {
    const reuse = await this.reuse.of(orgId, document);
    const { uses, usesBrand, shared } = reuse;
    const facts = await this.judge.template(orgId, document, usesAny(reuse) ? shared : null);
    const made = { publisherType: creator?.type ?? null, publisherId: creator?.id ?? null };
    return { ...facts, ...made, document: document as unknown as TemplateDocument, uses, usesBrand };
  }

  private async findVersion({ org_id, id, version }: GetTemplate): Promise<TemplateVersionRow> {
    const em = this.em.fork();
    const template = await em.findOne(TemplateRow, { id, orgId: org_id });
    const found =
      template &&
      (await em.findOne(
        TemplateVersionRow,
        { template, version: version ?? template.latestVersion },
        { populate: ['document', 'pinned', 'template'] },
      ));
    if (!found) throw new AppError('RESOURCE_NOT_FOUND');
    return found;
  }
}

/** The condition that the name of a template contains a text. */
function named(text: string | undefined) {
  if (text === undefined || text === '') return {};
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const name = raw(
    (alias) =>
      `coalesce(${alias}.name, (SELECT v.name FROM template_versions v WHERE v.template_id = ${alias}.id AND v.version = ${alias}.latest_version))`,
  );
  return { [name]: { $ilike: pattern } };
}

function isVersion(version: unknown): version is number {
  return typeof version === 'number' && Number.isInteger(version) && version >= 1 && version <= MAX_INTEGER;
}

/** @throws AppError RESOURCE_NOT_FOUND for an unknown template and for another organization's */
export async function lockTemplate(tx: EntityManager, { org_id: orgId, id }: RemoveTemplate): Promise<TemplateRow> {
  const template = await tx.findOne(TemplateRow, { id, orgId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!template) throw new AppError('RESOURCE_NOT_FOUND');
  return template;
}

export function toTemplate({ template, version, name, width, height, durationS }: TemplateVersionRow): Template {
  return {
    id: template.id,
    name: template.name ?? name,
    archived: Boolean(template.archivedAt), // undefined in a row that was just created
    version,
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
    width,
    height,
    duration: durationS,
  };
}
