import { Injectable } from '@nestjs/common';
import { type GetTemplateFrame, RENDERER_RPC, type TemplateFrame } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { DocumentJudge } from '../documents/document-judge.js';
import { TemplatesService } from './templates.service.js';

/** Stills of templates, drawn by the render engine itself. */
@Injectable()
export class TemplateFrames {
  constructor(
    private readonly templates: TemplatesService,
    private readonly judge: DocumentJudge,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Draws one frame of a version with the defaults of its variables. Every request draws again, because the assets may have
   * changed at their addresses.
   *
   * @throws AppError RESOURCE_NOT_FOUND; VALIDATION_ERROR for a time beyond the end, and if the document cannot be drawn;
   * RATE_LIMIT_EXCEEDED while too many of the organization's requests wait; INTERNAL_SERVER_ERROR if no renderer replies
   */
  async draw(request: GetTemplateFrame): Promise<TemplateFrame> {
    const { document: template } = await this.templates.getDocument(request);
    const { t } = request;
    const document = await this.judge.frame({ template, ...(t !== undefined && { t }) });
    const still = { schema: 1, org_id: request.org_id, document, ...(t !== undefined && { t }) } as const;
    const { key } = await this.rpc.call(RENDERER_RPC.still, still);
    return { key };
  }
}
