import { Injectable } from '@nestjs/common';
import { AppError, type ValidateVideo, type VideoValidation } from '#libs/contracts';
import { VideoDrafts } from './video-drafts.js';

/** Says what would become of a request, without making, holding or storing anything. */
@Injectable()
export class ValidateVideoService {
  constructor(private readonly drafts: VideoDrafts) {}

  /** @throws AppError RESOURCE_NOT_FOUND for a well-formed body of an unknown template, as the request itself would */
  async validate({ org_id, body }: ValidateVideo): Promise<VideoValidation> {
    try {
      const { draft } = await this.drafts.draft(org_id, body);
      return { valid: true, errors: [], warnings: [], duration: draft.durationS, credits: draft.credits };
    } catch (error) {
      if (!(error instanceof AppError) || typeof error.details !== 'object') throw error;
      return { valid: false, errors: [...error.details], warnings: [], duration: null, credits: null };
    }
  }
}
