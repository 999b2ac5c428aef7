import { Injectable } from '@nestjs/common';
import { AppError } from '#libs/contracts';
import { Guard } from '#libs/net-guard';
import type { Checked } from '#libs/template';
import { TemplatesService } from '../templates/templates.service.js';
import { draftVideo, type VideoDraft } from './draft-video.js';
import { readVideoRequest } from './video-request.js';

/** A request applied to its template, and the version of it that was taken. */
export interface TemplatedDraft {
  templateId: string;
  templateVersion: number;
  draft: VideoDraft;
}

/** Applies requests to stored templates: all that is checked before credits come into play. */
@Injectable()
export class VideoDrafts {
  constructor(
    private readonly templates: TemplatesService,
    private readonly guard: Guard,
  ) {}

  /**
   * @param body as `POST /videos` takes it, unchecked
   * @throws AppError VALIDATION_ERROR for the body by itself, RESOURCE_NOT_FOUND for its template, then VALIDATION_ERROR
   * for the body on its template (API.md §1)
   */
  async draft(orgId: string, body: unknown): Promise<TemplatedDraft> {
    const request = valid(readVideoRequest(body, (url) => this.guard.checkUrl(url)));
    const { template_id: id, version } = request;
    const template = await this.templates.getDocument({ org_id: orgId, id, ...(version !== undefined && { version }) });
    const draft = valid(draftVideo(request, template.document));
    return { templateId: template.templateId, templateVersion: template.version, draft };
  }
}

/** @throws AppError VALIDATION_ERROR with the faults of what was checked */
function valid<T>(checked: Checked<T>): T {
  if (!checked.ok) throw new AppError('VALIDATION_ERROR', { details: checked.faults });
  return checked.value;
}
