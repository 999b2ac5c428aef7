import { AppError } from '#libs/contracts';
import { isDependencyUnavailable } from './is-dependency-unavailable.js';

/** Seconds after which a caller may retry when a dependency was unavailable. */
const RETRY_AFTER_S = 5;

/**
 * Converts anything thrown to an {@link AppError}. An unexpected error becomes INTERNAL_SERVER_ERROR, with
 * `retryAfterS` when its cause is an unavailable dependency.
 */
export function asAppError(thrown: unknown): AppError {
  const known = thrown instanceof AppError ? thrown : new AppError('INTERNAL_SERVER_ERROR', { cause: thrown });
  const isInternal = known.code === 'INTERNAL_SERVER_ERROR' && known.retryAfterS === undefined;
  if (!isInternal || !isDependencyUnavailable(known.cause)) return known;
  const { message, detail, cause } = known;
  return new AppError('INTERNAL_SERVER_ERROR', { message, detail, cause, retryAfterS: RETRY_AFTER_S });
}
