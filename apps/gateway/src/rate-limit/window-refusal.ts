import type { Request } from 'express';
import { AppError } from '#libs/contracts';
import { rateLimitDecisions } from '../gateway.metrics.js';
import type { RateWindow } from '../http/caller/rate-window.js';
import { stateOf } from '../http/request-state.js';
import { setRateHeaders } from './rate-limit.middleware.js';

/**
 * The error of a request beyond a window of an operation without a credential.
 *
 * @param decision its name in the metrics
 * @param details what there were too many of
 */
export function windowRefusal(
  request: Request,
  window: RateWindow,
  { decision, details }: { decision: string; details: string },
): AppError {
  stateOf(request).rateWindow = window;
  setRateHeaders(request.res!, window);
  rateLimitDecisions.inc({ decision });
  return new AppError('RATE_LIMIT_EXCEEDED', { retryAfterS: window.retryAfterS, details });
}
