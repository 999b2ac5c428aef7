import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  AppError,
  type DiscardTemplateDraft,
  type GetTemplateDraft,
  type PublishTemplateDraft,
  type SaveTemplateDraft,
  type Template,
  type TemplateDraft,
} from '#libs/contracts';
import { type Fault, pinNewest, type SharedNow, type TemplateDocument } from '#libs/template';
import { DocumentJudge } from '../documents/document-judge.js';
import { CurrentReuse, type Reuse } from '../documents/current-reuse.js';
import { TemplateDraftRow } from './template-draft.entity.js';
import { TemplateQuotas } from './template-quotas.js';
import { TemplateVersionRow } from './template-version.entity.js';
import { TemplateRow } from './template.entity.js';
import { lockTemplate, TemplatesService, toTemplate } from './templates.service.js';

/**
 * The draft of each template's next version. Every change names the revision that its author has read, so that two people
 * who edit one template never overwrite each other.
 */
@Injectable()
export class TemplateDrafts {
  constructor(
    private readonly em: EntityManager,
    private readonly judge: DocumentJudge,
    private readonly reuse: CurrentReuse,
    private readonly quotas: TemplateQuotas,
    private readonly templates: TemplatesService,
  ) {}

  /**
   * The draft of a template; without one, the contents with which a draft would begin. Of a draft, the revision before the
   * newest is kept, too.
   *
   * @throws AppError RESOURCE_NOT_FOUND
   */
  async get(request: GetTemplateDraft): Promise<TemplateDraft> {
    const { template, isBefore, ...contents } = await this.read(request);
    const found = toDraft(template, contents);
    return isBefore ? Object.assign(found, { revision: request.revision }) : found;
  }

  private async read({
    org_id: orgId,
    id,
    revision,
  }: GetTemplateDraft): Promise<DraftContents & { template: TemplateRow; isBefore: boolean }> {
    const em = this.em.fork();
    const template = await em.findOne(TemplateRow, { id, orgId });
    if (!template) throw new AppError('RESOURCE_NOT_FOUND');
    const draft = await em.findOne(TemplateDraftRow, { template: id });
    const isBefore = revision !== undefined && revision !== template.draftRevision;
    if (isBefore && (!draft || revision !== template.draftRevision - 1)) throw notKept();
    const saved = isBefore ? draft?.previous : draft?.document;
    const document = saved ?? (await this.versionOf(em, template, draft?.baseVersion));
    const { shared } = await this.reuse.of(orgId, document);
    const faults = await this.faultsOf(orgId, document, shared);
    return { template, isBefore, draft, document, faults, shared };
  }

  /**
   * The document of the draft, with what it uses of its organization now.
   *
   * @throws AppError as {@link get}; VALIDATION_ERROR with its faults
   */
  async validDocument({ org_id, id }: GetTemplateDraft): Promise<TemplateDocument> {
    const { document, faults, shared } = await this.read({ org_id, id });
    if (faults.length > 0) throw new AppError('VALIDATION_ERROR', { details: faults });
    return (shared ? pinNewest(document, shared) : document) as unknown as TemplateDocument;
  }

  /**
   * Stores any document as the draft, valid or not, and reports its faults.
   *
   * @throws AppError RESOURCE_NOT_FOUND; CONFLICT if the draft has changed since `revision`; VALIDATION_ERROR for a
   * version that does not exist yet, and beyond the quota
   */
  async save({ org_id, id, user_id, document, base_version, revision }: SaveTemplateDraft): Promise<TemplateDraft> {
    const { uses, usesBrand, shared } = await this.reuse.of(org_id, document);
    const faults = await this.faultsOf(org_id, document, shared);
    return this.em.fork().transactional(async (tx) => {
      const template = await lockTemplate(tx, { org_id, id });
      refuseOutdated(template, revision);
      if (base_version > template.latestVersion) throw unknownVersion(base_version, template);
      const saved = { updatedAt: new Date(), savedBy: user_id ?? null };
      const values = { document, uses, usesBrand, baseVersion: base_version, ...saved };
      const known = await tx.findOne(TemplateDraftRow, { template });
      const draft = known
        ? tx.assign(known, { ...values, previous: known.document })
        : tx.create(TemplateDraftRow, { template, ...values });
      template.draftRevision += 1;
      await this.quotas.refuseExcess(tx, org_id);
      return toDraft(template, { draft, document, faults, shared });
    });
  }

  /** @throws AppError RESOURCE_NOT_FOUND; CONFLICT if the draft has changed since `revision` */
  async discard({ org_id, id, revision }: DiscardTemplateDraft): Promise<void> {
    await this.em.fork().transactional(async (tx) => {
      const template = await lockTemplate(tx, { org_id, id });
      if (revision !== undefined) refuseOutdated(template, revision);
      const removed = await tx.nativeDelete(TemplateDraftRow, { template });
      if (removed > 0) template.draftRevision += 1;
    });
  }

  /**
   * Makes the draft the next version.
   *
   * @throws AppError RESOURCE_NOT_FOUND, also without a draft; CONFLICT if the draft has changed since `revision`, or the
   * template since the draft began; VALIDATION_ERROR with every fault of the document, or beyond the quota
   */
  async publish({ org_id, id, revision, creator, label, note }: PublishTemplateDraft): Promise<Template> {
    const { document } = await this.draftToPublish(this.em.fork(), { org_id, id, revision });
    const contents = await this.templates.contentsOf(org_id, document, creator);
    const stored = await this.em.fork().transactional(async (tx) => {
      const template = await lockTemplate(tx, { org_id, id });
      refuseOutdated(template, revision);
      refuseOvertaken(template, (await tx.findOneOrFail(TemplateDraftRow, { template })).baseVersion);
      await tx.nativeDelete(TemplateDraftRow, { template });
      template.draftRevision += 1;
      return this.templates.addVersion(tx, template, { ...contents, label: label ?? null, note: note ?? null });
    });
    return { ...toTemplate(stored), document };
  }

  /** The draft of a request to publish. Refuses everything that can be known before the document is judged. */
  private async draftToPublish(em: EntityManager, request: PublishTemplateDraft): Promise<TemplateDraftRow> {
    const template = await em.findOne(TemplateRow, { id: request.id, orgId: request.org_id });
    if (!template) throw new AppError('RESOURCE_NOT_FOUND');
    refuseOutdated(template, request.revision);
    const draft = await em.findOne(TemplateDraftRow, { template });
    if (!draft) throw new AppError('RESOURCE_NOT_FOUND', { details: 'The template has no draft' });
    refuseOvertaken(template, draft.baseVersion);
    return draft;
  }

  private async versionOf(
    em: EntityManager,
    template: TemplateRow,
    version = template.latestVersion,
  ): Promise<Record<string, unknown>> {
    const key = { template, version };
    const { document } = await em.findOneOrFail(TemplateVersionRow, key, { populate: ['document'] });
    return Object.fromEntries(Object.entries(document));
  }

  private async faultsOf(orgId: string, document: Record<string, unknown>, shared: SharedNow | null): Promise<Fault[]> {
    try {
      await this.judge.template(orgId, document, shared);
      return [];
    } catch (error) {
      if (error instanceof AppError && typeof error.details === 'object') return [...error.details];
      throw error;
    }
  }
}

function notKept(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', { details: 'Only the newest revision and the one before are kept' });
}

function refuseOutdated(template: TemplateRow, revision: number): void {
  if (revision !== template.draftRevision) throw conflict('The draft has changed since it was read', template);
}

function refuseOvertaken(template: TemplateRow, baseVersion: number): void {
  if (baseVersion !== template.latestVersion)
    throw conflict('The template has a newer version than the draft', template);
}

function conflict(message: string, { draftRevision, latestVersion }: TemplateRow): AppError {
  const details = `Newest revision: ${draftRevision}, newest version: ${latestVersion}`;
  return new AppError('CONFLICT', { message, details });
}

function unknownVersion(value: number, { latestVersion }: TemplateRow): AppError {
  const message = `base_version must be a version of the template, at most ${latestVersion}`;
  return new AppError('VALIDATION_ERROR', {
    details: [{ field: 'base_version', code: 'VALUE_TOO_LARGE', message, value }],
  });
}

interface DraftContents {
  draft: TemplateDraftRow | null;
  document: Record<string, unknown>;
  faults: Fault[];
  shared: Reuse['shared'];
}

function toDraft(template: TemplateRow, { draft, document, faults, shared }: DraftContents): TemplateDraft {
  return {
    template_id: template.id,
    document,
    base_version: draft?.baseVersion ?? template.latestVersion,
    latest_version: template.latestVersion,
    revision: template.draftRevision,
    updated_at: draft?.updatedAt.toISOString() ?? null,
    saved_by: draft?.savedBy ?? null,
    faults,
    shared,
  };
}
