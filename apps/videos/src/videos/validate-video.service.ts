import { Injectable } from '@nestjs/common';
import { AppError, FORMATS, RENDERER_RPC, type ValidateVideo, type VideoValidation } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import type { VideoDraft } from '../documents/draft-video.js';
import { VideoDrafts } from './video-drafts.js';

/** Checks a request like its creation would, without creating, holding or storing anything. */
@Injectable()
export class ValidateVideoService {
  constructor(
    private readonly drafts: VideoDrafts,
    private readonly rpc: RpcClient,
    private readonly log: Logger,
  ) {}

  /**
   * @throws AppError RESOURCE_NOT_FOUND for a well-formed body of an unknown template, as the request itself would;
   * RATE_LIMIT_EXCEEDED while too many of the organization's requests wait for a renderer
   */
  async validate({ org_id, body }: ValidateVideo): Promise<VideoValidation> {
    try {
      const { draft } = await this.drafts.draft(org_id, body);
      const { durationS: duration, credits } = draft;
      return { valid: true, errors: [], warnings: await this.warningsFor(org_id, draft), duration, credits };
    } catch (error) {
      if (!(error instanceof AppError) || typeof error.details !== 'object') throw error;
      return { valid: false, errors: [...error.details], warnings: [], duration: null, credits: null };
    }
  }

  /** Only a renderer knows the fonts. Without a reply the result is still right, but has no warnings. */
  private async warningsFor(org_id: string, { document, audioUrl, format }: VideoDraft): Promise<string[]> {
    const sound = { silent: !FORMATS[format].hasSound, ...(audioUrl !== null && { audio_url: audioUrl }) };
    try {
      return (await this.rpc.call(RENDERER_RPC.inspect, { schema: 1, org_id, document, ...sound })).warnings;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMIT_EXCEEDED') throw error;
      this.log.warn('inspection.timeout', { error });
      return [];
    }
  }
}
