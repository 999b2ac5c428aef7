import { Injectable } from '@nestjs/common';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import type { Admission } from './admissions.service.js';
import { keyRefused } from './bearer-key.js';
import { GatewayConfig } from '../gateway.config.js';
import { rateWindow } from '../http/caller/rate-window.js';
import { PreviewTokenStore } from './preview-token-store.js';

const RETRY_AFTER_S = 5;
/** Requests of all tokens of an organization together, as a multiple of the limit of one token. */
const FULL_TOKENS_PER_ORG = 5;

/** Accepts preview tokens and counts the requests of each, and those of all of its organization, with one statement per request. */
@Injectable()
export class PreviewTokenAdmissions {
  constructor(
    private readonly store: PreviewTokenStore,
    private readonly config: GatewayConfig,
    private readonly log: Logger,
  ) {}

  /**
   * @param origin of the page, as the browser states it
   * @throws AppError AUTHENTICATION_REQUIRED; INSUFFICIENT_PERMISSIONS for the page of another origin;
   * INTERNAL_SERVER_ERROR if the store is unavailable
   */
  async admit(hash: Buffer, origin: string | undefined): Promise<Admission> {
    const found = await this.store.find(hash).catch((cause: unknown) => {
      this.log.warn('preview_tokens.store_unavailable', { error: cause });
      throw new AppError('INTERNAL_SERVER_ERROR', { retryAfterS: RETRY_AFTER_S, cause });
    });
    if (found?.caller.credential.kind !== 'preview') throw keyRefused('The preview token has ended');
    const { origins } = found.caller.credential;
    if (origins.length > 0 && !origins.includes(origin ?? '')) {
      throw new AppError('INSUFFICIENT_PERMISSIONS', { message: 'The preview token is for pages of other origins' });
    }
    const limit = this.config.previewRateLimitPerMinute;
    const windows = [rateWindow(limit, found.usage), rateWindow(FULL_TOKENS_PER_ORG * limit, found.orgUsage)] as const;
    return { caller: found.caller, window: windows.find(({ allowed }) => !allowed) ?? windows[0] };
  }
}
