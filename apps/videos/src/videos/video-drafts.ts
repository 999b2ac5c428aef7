import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { AppError } from '#libs/contracts';
import { DocumentJudge } from '../documents/document-judge.js';
import { TemplatesService, type StoredDocument } from '../templates/templates.service.js';
import type { DraftedVideo } from '../documents/draft-video.js';

/** A request applied to its template, and the template's version. */
export interface TemplatedDraft extends DraftedVideo {
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
   * @param body as `POST /videos` takes it, unchecked
   * @throws AppError VALIDATION_ERROR for the body by itself, RESOURCE_NOT_FOUND for its template, then VALIDATION_ERROR
   * for the body on its template (docs/api.md)
   */
  async draft(orgId: string, body: Record<string, unknown>): Promise<TemplatedDraft> {
    const template = await this.templateOf(orgId, body);
    const drafted = await this.judge.request({ body, template: template?.document ?? null });
    if (!template || !drafted) throw new AppError('RESOURCE_NOT_FOUND');
    return { templateId: template.templateId, templateVersion: template.version, ...drafted };
  }

  /** Read before the body is judged, so that one call of a thread judges both; null if the body names none. */
  private async templateOf(
    orgId: string,
    { template_id: id, version }: Record<string, unknown>,
  ): Promise<StoredDocument | null> {
    if (!isUUID(id) || !(version === undefined || isVersion(version))) return null;
    try {
      const named = { org_id: orgId, id: id as string, ...(version !== undefined && { version }) };
      return await this.templates.getDocument(named);
    } catch (error) {
      if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND') return null;
      throw error;
    }
  }
}

/** The largest `int` of PostgreSQL. */
const MAX_VERSION = 2 ** 31 - 1;

function isVersion(version: unknown): version is number {
  return Number.isInteger(version) && (version as number) >= 1 && (version as number) <= MAX_VERSION;
}
