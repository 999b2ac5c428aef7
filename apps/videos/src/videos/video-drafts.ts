import { Injectable } from '@nestjs/common';
import { AppError } from '#libs/contracts';
import type { FileToMeasure } from '#libs/template';
import { DocumentJudge } from '../documents/document-judge.js';
import { TemplatesService } from '../templates/templates.service.js';
import type { DraftedVideo, VideoOperation } from '#libs/drafts';
import { FileMeasurements } from '../documents/file-measurements.js';

/** A request applied to its template, and the template's version. */
export interface TemplatedDrafts {
  /** A draft for each size that the request names, at least one. */
  videos: [DraftedVideo, ...DraftedVideo[]];
  /** Whether lengths of files were assumed, because no renderer measured them. */
  areLengthsAssumed: boolean;
  templateId: string;
  templateVersion: number;
}

/** Applies requests to stored templates: every check before credits are held, and the lengths of files that times need. */
@Injectable()
export class VideoDrafts {
  constructor(
    private readonly templates: TemplatesService,
    private readonly judge: DocumentJudge,
    private readonly measurements: FileMeasurements,
  ) {}

  /**
   * @param body as the operation takes it, unchecked
   * @throws AppError VALIDATION_ERROR for the body by itself, RESOURCE_NOT_FOUND for its template, then VALIDATION_ERROR
   * for the body on its template (docs/api.md) and for files that cannot be measured, RATE_LIMIT_EXCEEDED for too many of
   * those; INTERNAL_SERVER_ERROR if no renderer measures them, except to validate: that continues with assumed lengths
   */
  async draft(orgId: string, body: Record<string, unknown>, operation: VideoOperation): Promise<TemplatedDrafts> {
    const template = await this.templates.findNamed(orgId, body);
    const input = { body, template: template?.document ?? null, operation };
    const assumed = (await this.judge.request(orgId, input)) ?? [];
    const unmeasured = assumed.flatMap((video) => video.unmeasured);
    const measured = unmeasured.length === 0 ? assumed : await this.measured(orgId, input, unmeasured);
    const [first, ...others] = measured ?? assumed;
    if (!template || !first) throw new AppError('RESOURCE_NOT_FOUND');
    return {
      templateId: template.templateId,
      templateVersion: template.version,
      videos: [first, ...others],
      areLengthsAssumed: !measured,
    };
  }

  /**
   * The drafts with the measured lengths of files in place of the assumed ones; undefined if a request is only validated
   * and no renderer measures them.
   */
  private async measured(
    orgId: string,
    input: Parameters<DocumentJudge['request']>[1],
    unmeasured: readonly FileToMeasure[],
  ): Promise<DraftedVideo[] | undefined> {
    const { measurements } = this;
    const measured = await (input.operation === 'validate'
      ? measurements.lengthsIfAnswered(orgId, unmeasured)
      : measurements.lengthsOf(orgId, unmeasured));
    return measured && ((await this.judge.request(orgId, { ...input, measured })) ?? []);
  }
}
