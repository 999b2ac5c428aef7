import { Injectable } from '@nestjs/common';
import { AppError } from '#libs/contracts';
import { DocumentJudge } from '../documents/document-judge.js';
import { TemplatesService } from '../templates/templates.service.js';
import type { DraftedVideo } from '../documents/draft-video.js';
import type { VideoOperation } from '../documents/video-request.js';

/** A request applied to its template, and the template's version. */
export interface TemplatedDrafts {
  /** A draft for each size that the request names, at least one. */
  videos: [DraftedVideo, ...DraftedVideo[]];
  templateId: string;
  templateVersion: number;
}

/** Applies requests to stored templates: every check before credits are held. */
@Injectable()
export class VideoDrafts {
  constructor(
    private readonly templates: TemplatesService,
    private readonly judge: DocumentJudge,
  ) {}

  /**
   * @param body as the operation takes it, unchecked
   * @throws AppError VALIDATION_ERROR for the body by itself, RESOURCE_NOT_FOUND for its template, then VALIDATION_ERROR
   * for the body on its template (docs/api.md)
   */
  async draft(orgId: string, body: Record<string, unknown>, operation: VideoOperation): Promise<TemplatedDrafts> {
    const template = await this.templates.findNamed(orgId, body);
    const [first, ...others] =
      (await this.judge.request(orgId, { body, template: template?.document ?? null, operation })) ?? [];
    if (!template || !first) throw new AppError('RESOURCE_NOT_FOUND');
    return { templateId: template.templateId, templateVersion: template.version, videos: [first, ...others] };
  }
}
