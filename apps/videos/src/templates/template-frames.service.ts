import { Injectable } from '@nestjs/common';
import { AppError, type DrawFrame, type GetTemplateFrame, RENDERER_RPC, type TemplateFrame } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { DocumentJudge } from '../documents/document-judge.js';
import type { JudgedFrame } from '../documents/judge-frame.js';
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
    const { org_id, t, size, style } = request;
    const document = await this.judge.frame(org_id, { template, t, size });
    return this.still(org_id, { document, t, style });
  }

  /**
   * Draws one frame of a stored template or of a document that is not stored, with modifications.
   *
   * @param body as `POST /frames` takes it, unchecked
   * @throws AppError as {@link draw}; VALIDATION_ERROR with every fault of the body
   */
  async drawRequested({ org_id, body }: DrawFrame): Promise<TemplateFrame> {
    const template = (await this.templates.findNamed(org_id, body))?.document ?? null;
    const judged = await this.judge.requestedFrame(org_id, { body, template });
    if (!judged) throw new AppError('RESOURCE_NOT_FOUND');
    return this.still(org_id, judged);
  }

  private async still(org_id: string, { document, t, style }: JudgedFrame): Promise<TemplateFrame> {
    const still = { schema: 1, org_id, document, ...(t !== undefined && { t }), ...(style && { style }) } as const;
    const { key } = await this.rpc.call(RENDERER_RPC.still, still);
    return { key };
  }
}
