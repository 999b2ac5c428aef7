import { AppError } from '#libs/contracts';

/** The BAD_REQUEST of a body that cannot be read. */
export function unreadable(details: string, cause?: unknown): AppError {
  return new AppError('BAD_REQUEST', { details, cause });
}

/** The VALIDATION_ERROR of a body that is too large as a whole; `message` says what it must not be. */
export function tooLarge(message: string): AppError {
  const details = [{ field: 'body', code: 'VALUE_TOO_LARGE' as const, message, value: null }];
  return new AppError('VALIDATION_ERROR', { details });
}
