import { Injectable } from '@nestjs/common';
import { AppError, type DrawFrame, type GetTemplateFrame, RENDERER_RPC, type TemplateFrame } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { isPlainObject, type MeasuredLengths, type SharedNow } from '#libs/template';
import { CurrentReuse } from '../documents/current-reuse.js';
import { DocumentJudge } from '../documents/document-judge.js';
import { FileMeasurements } from '../documents/file-measurements.js';
import type { JudgedFrame } from '#libs/drafts';
import { TemplatesService } from './templates.service.js';

/** Stills of templates, drawn by the render engine itself. */
@Injectable()
export class TemplateFrames {
  constructor(
    private readonly templates: TemplatesService,
    private readonly judge: DocumentJudge,
    private readonly measurements: FileMeasurements,
    private readonly reuse: CurrentReuse,
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
    const { org_id, page, t, size, style } = request;
    const judged = await this.timed(org_id, (measured) =>
      this.judge.frame(org_id, { template, page, t, size, measured }),
    );
    return this.still(org_id, { ...judged, style });
  }

  /**
   * Draws one frame of a stored template or of a document that is not stored, with modifications.
   *
   * @param body as `POST /frames` takes it, unchecked
   * @throws AppError as {@link draw}; VALIDATION_ERROR with every fault of the body
   */
  async drawRequested({ org_id, body }: DrawFrame): Promise<TemplateFrame> {
    const template = (await this.templates.findNamed(org_id, body))?.document ?? null;
    const shared = await this.sharedWith(org_id, body);
    const judged = await this.timed(org_id, (measured) =>
      this.judge.requestedFrame(org_id, { body, template, shared, measured }),
    );
    if (!judged) throw new AppError('RESOURCE_NOT_FOUND');
    return this.still(org_id, judged);
  }

  /** Judges a frame, and again with the lengths of the files that its times need, as far as they can be measured. */
  private async timed<Judged extends JudgedFrame | null>(
    org_id: string,
    judge: (measured?: MeasuredLengths) => Promise<Judged>,
  ): Promise<Judged> {
    const judged = await judge();
    if (!judged || judged.unmeasured.length === 0) return judged;
    const measured = await this.measurements.knownOf(org_id, judged.unmeasured);
    return measured.size === 0 ? judged : judge(measured);
  }

  /** The brand and the components for the documents of a request. */
  private async sharedWith(orgId: string, { document, before }: DrawFrame['body']): Promise<SharedNow | null> {
    const documents = [document, before].filter(isPlainObject);
    const [first, second] = await Promise.all(documents.map((each) => this.reuse.of(orgId, each)));
    if (!first?.shared || !second?.shared) return first?.shared ?? null;
    return { ...first.shared, components: { ...first.shared.components, ...second.shared.components } };
  }

  private async still(org_id: string, { t, style, unmeasured: _, ...frame }: JudgedFrame): Promise<TemplateFrame> {
    const still = { schema: 1, org_id, ...frame, ...(t !== undefined && { t }), ...(style && { style }) } as const;
    const { key } = await this.rpc.call(RENDERER_RPC.still, still);
    return { key };
  }
}
