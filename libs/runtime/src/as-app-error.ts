import { AppError } from '#libs/contracts';
import { isDependencyAway } from './is-dependency-away.js';

/** Seconds after which a caller may try again when something we depend on was out of reach. */
const RETRY_AFTER_S = 5;

/**
 * Whatever was thrown as an {@link AppError}: what nobody foresaw is INTERNAL_SERVER_ERROR, with `retryAfterS` when its
 * cause is a dependency out of reach.
 */
export function asAppError(thrown: unknown): AppError {
  const known = thrown instanceof AppError ? thrown : new AppError('INTERNAL_SERVER_ERROR', { cause: thrown });
  const isInternal = known.code === 'INTERNAL_SERVER_ERROR' && known.retryAfterS === undefined;
  if (!isInternal || !isDependencyAway(known.cause)) return known;
  const { message, detail, cause } = known;
  return new AppError('INTERNAL_SERVER_ERROR', { message, detail, cause, retryAfterS: RETRY_AFTER_S });
}
