import { Injectable } from '@nestjs/common';
import {
  AppError,
  FORMATS,
  type Inspection,
  RENDERER_RPC,
  type ValidateVideo,
  type CheckedBody,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { atOrigin, warningAt } from '#libs/template';
import type { VideoDraft } from '../documents/draft-video.js';
import { VideoDrafts } from './video-drafts.js';

/** The result for a body that creation would refuse, except its errors. */
const REFUSED = { valid: false, warnings: [], duration: null, credits: null, explanation: null };

/** Checks a request like its creation and its rendering would, without creating, holding or storing anything. */
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
  async validate({ org_id, body }: ValidateVideo): Promise<CheckedBody> {
    const drafted = await this.drafts.draft(org_id, body, 'validate').catch(refusal);
    if ('errors' in drafted) return { ...REFUSED, ...drafted };
    const { draft, origins } = drafted;
    const { faults, warnings, explanation = null } = await this.inspect(org_id, draft, body['explain'] === true);
    return {
      valid: faults.length === 0,
      errors: faults.map((fault) => atOrigin(fault, origins)),
      warnings: warnings.map((warning) => atOrigin(warning, origins)),
      duration: draft.durationS,
      credits: draft.credits,
      explanation,
    };
  }

  /**
   * Has a renderer inspect the document, because only a renderer knows files and fonts. Without its reply the result is
   * incomplete, which a warning reports.
   */
  private async inspect(
    org_id: string,
    { document, audioUrl, format, fps }: VideoDraft,
    explain: boolean,
  ): Promise<Inspection> {
    const sound = { silent: !FORMATS[format].hasSound, ...(audioUrl !== null && { audio_url: audioUrl }) };
    try {
      return await this.rpc.call(RENDERER_RPC.inspect, {
        schema: 1,
        org_id,
        document,
        fps,
        ...(explain && { explain }),
        ...sound,
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMIT_EXCEEDED') throw error;
      this.log.warn('inspection.timeout', { error });
      const message = 'no renderer replied in time; files, fonts and layout were not checked';
      return { faults: [], warnings: [warningAt('body', { code: 'CHECK_SKIPPED', message })] };
    }
  }
}

/** The faults for which creation would refuse the body. */
function refusal(error: unknown): Pick<CheckedBody, 'errors'> {
  if (!(error instanceof AppError) || typeof error.details !== 'object') throw error;
  return { errors: [...error.details] };
}
