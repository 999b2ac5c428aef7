import { Controller } from '@nestjs/common';
import {
  CreateTemplate,
  GetTemplate,
  GetTemplateFrame,
  LimitTemplates,
  ListTemplates,
  type Page,
  RemoveTemplate,
  ReplaceTemplate,
  type Template,
  TEMPLATE_QUOTA_RPC,
  type TemplateFrame,
  type TemplateUsage,
  VIDEOS_RPC,
} from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { TemplateFrames } from './template-frames.service.js';
import { TemplateQuotas } from './template-quotas.js';
import { TemplatesService } from './templates.service.js';

/** Serves `rpc.templates.*`. */
@Controller()
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly frames: TemplateFrames,
    private readonly quotas: TemplateQuotas,
  ) {}

  @RpcHandler(VIDEOS_RPC.createTemplate)
  create(request: CreateTemplate): Promise<Template> {
    return this.templates.create(request);
  }

  @RpcHandler(VIDEOS_RPC.getTemplate)
  get(request: GetTemplate): Promise<Template> {
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

  @RpcHandler(TEMPLATE_QUOTA_RPC.limit)
  limit(request: LimitTemplates): Promise<TemplateUsage> {
    return this.quotas.limit(request);
  }

  @RpcHandler(VIDEOS_RPC.templateFrame)
  frame(request: GetTemplateFrame): Promise<TemplateFrame> {
    return this.frames.draw(request);
  }
}
