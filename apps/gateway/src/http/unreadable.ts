import { AppError } from '#libs/contracts';

/** The BAD_REQUEST of a body that cannot be read. */
export function unreadable(details: string, cause?: unknown): AppError {
  return new AppError('BAD_REQUEST', { details, cause });
}
