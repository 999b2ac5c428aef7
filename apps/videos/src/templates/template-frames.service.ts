import { Injectable } from '@nestjs/common';
import { AppError, type GetTemplateFrame, RENDERER_RPC, type TemplateFrame } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { applyModifications } from '#libs/template';
import { compile } from '#libs/timeline';
import { TemplatesService } from './templates.service.js';

/** The rate of a template's own duration. */
const FPS = 24;

/** Stills of templates, drawn by the render engine itself. */
@Injectable()
export class TemplateFrames {
  constructor(
    private readonly templates: TemplatesService,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Draws one frame of a version with the template's own values. It is drawn anew every time, as its pictures lie elsewhere
   * and may have changed.
   *
   * @throws AppError RESOURCE_NOT_FOUND; VALIDATION_ERROR for a time beyond the end, and where the document cannot be drawn;
   * RATE_LIMIT_EXCEEDED while too many of the organization's questions wait; INTERNAL_SERVER_ERROR when no renderer answers
   */
  async draw(request: GetTemplateFrame): Promise<TemplateFrame> {
    const { document: template } = await this.templates.getDocument(request);
    const applied = applyModifications(template, {});
    if (!applied.ok) throw new AppError('VALIDATION_ERROR', { details: applied.faults });
    const document = applied.value;
    const { durationS } = compile(document, { fps: FPS });
    const { t } = request;
    if (t !== undefined && t > durationS) throw tooLate(t, durationS);
    const still = { schema: 1, org_id: request.org_id, document, ...(t !== undefined && { t }) } as const;
    const { key } = await this.rpc.call(RENDERER_RPC.still, still);
    return { key };
  }
}

function tooLate(t: number, durationS: number): AppError {
  const message = `t must not be greater than the template's duration of ${durationS} seconds`;
  return new AppError('VALIDATION_ERROR', { details: [{ field: 't', code: 'VALUE_TOO_LARGE', message, value: t }] });
}
