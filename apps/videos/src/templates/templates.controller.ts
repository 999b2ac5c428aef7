import { Controller } from '@nestjs/common';
import {
  CreateTemplate,
  DiscardTemplateDraft,
  DrawFrame,
  DuplicateTemplate,
  GetTemplateDraft,
  GetTemplateFrame,
  GetTemplateUsage,
  LabelTemplateVersion,
  LimitTemplates,
  ListTemplateFields,
  ListTemplates,
  ListTemplateVersions,
  type Page,
  PublishTemplateDraft,
  ReadTemplate,
  RemoveTemplate,
  ReplaceTemplate,
  ReportTemplatePresence,
  SaveTemplateDraft,
  type Template,
  TEMPLATE_QUOTA_RPC,
  type TemplateFrame,
  TEMPLATES_RPC,
  type TemplateDraft,
  type TemplateField,
  type TemplatePresence,
  type TemplateUsage,
  type TemplateVersion,
  UpdateTemplate,
  VIDEOS_RPC,
} from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { TemplateDrafts } from './template-drafts.service.js';
import { fieldsOf } from './template-fields.js';
import { TemplateFrames } from './template-frames.service.js';
import { TemplatePresences } from './template-presence.service.js';
import { TemplateQuotas } from './template-quotas.js';
import { TemplateVersions } from './template-versions.service.js';
import { TemplatesService } from './templates.service.js';

/** Serves `rpc.templates.*`. */
@Controller()
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly versionList: TemplateVersions,
    private readonly drafts: TemplateDrafts,
    private readonly frames: TemplateFrames,
    private readonly presences: TemplatePresences,
    private readonly quotas: TemplateQuotas,
  ) {}

  @RpcHandler(VIDEOS_RPC.createTemplate)
  create(request: CreateTemplate): Promise<Template> {
    return this.templates.create(request);
  }

  @RpcHandler(VIDEOS_RPC.getTemplate)
  get(request: ReadTemplate): Promise<Template> {
    return this.templates.get(request);
  }

  @RpcHandler(VIDEOS_RPC.listTemplates)
  list(request: ListTemplates): Promise<Page<Template>> {
    return this.templates.list(request);
  }

  @RpcHandler(VIDEOS_RPC.replaceTemplate)
  replace(request: ReplaceTemplate): Promise<Template> {
    return this.templates.replace(request);
  }

  @RpcHandler(VIDEOS_RPC.removeTemplate)
  async remove(request: RemoveTemplate): Promise<Record<string, never>> {
    await this.templates.remove(request);
    return {};
  }

  @RpcHandler(TEMPLATES_RPC.update)
  update(request: UpdateTemplate): Promise<Template> {
    return this.templates.update(request);
  }

  @RpcHandler(TEMPLATES_RPC.duplicate)
  duplicate(request: DuplicateTemplate): Promise<Template> {
    return this.templates.duplicate(request);
  }

  @RpcHandler(TEMPLATES_RPC.versions)
  versions(request: ListTemplateVersions): Promise<Page<TemplateVersion>> {
    return this.versionList.list(request);
  }

  @RpcHandler(TEMPLATES_RPC.labelVersion)
  labelVersion(request: LabelTemplateVersion): Promise<TemplateVersion> {
    return this.versionList.label(request);
  }

  @RpcHandler(TEMPLATES_RPC.fields)
  async fields(request: ListTemplateFields): Promise<Page<TemplateField>> {
    if (request.draft) return fieldsOf(await this.drafts.validDocument(request), request);
    return fieldsOf((await this.templates.getDocument(request)).document, request);
  }

  @RpcHandler(TEMPLATES_RPC.draft)
  draft(request: GetTemplateDraft): Promise<TemplateDraft> {
    return this.drafts.get(request);
  }

  @RpcHandler(TEMPLATES_RPC.saveDraft)
  saveDraft(request: SaveTemplateDraft): Promise<TemplateDraft> {
    return this.drafts.save(request);
  }

  @RpcHandler(TEMPLATES_RPC.discardDraft)
  async discardDraft(request: DiscardTemplateDraft): Promise<Record<string, never>> {
    await this.drafts.discard(request);
    return {};
  }

  @RpcHandler(TEMPLATES_RPC.presence)
  presence(request: ReportTemplatePresence): Promise<TemplatePresence> {
    return this.presences.report(request);
  }

  @RpcHandler(TEMPLATES_RPC.publishDraft)
  publishDraft(request: PublishTemplateDraft): Promise<Template> {
    return this.drafts.publish(request);
  }

  @RpcHandler(TEMPLATE_QUOTA_RPC.usage)
  usage({ org_id }: GetTemplateUsage): Promise<TemplateUsage> {
    return this.quotas.usage(org_id);
  }

  @RpcHandler(TEMPLATE_QUOTA_RPC.limit)
  limit(request: LimitTemplates): Promise<TemplateUsage> {
    return this.quotas.limit(request);
  }

  @RpcHandler(VIDEOS_RPC.templateFrame)
  frame(request: GetTemplateFrame): Promise<TemplateFrame> {
    return this.frames.draw(request);
  }

  @RpcHandler(TEMPLATES_RPC.frame)
  drawFrame(request: DrawFrame): Promise<TemplateFrame> {
    return this.frames.drawRequested(request);
  }
}
