import { AppError } from '#libs/contracts';
import type { FaultCode } from '#libs/template';

/** A VALIDATION_ERROR about one field, without its value: it may be a secret. */
export function oneFault(field: string, code: FaultCode, message: string): AppError {
  return new AppError('VALIDATION_ERROR', { details: [{ field, code, message, value: null }] });
}
