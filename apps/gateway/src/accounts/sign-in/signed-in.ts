import type { OperationErrorCode } from '../../openapi/error-responses.js';
import type { Success } from '../../openapi/operation.js';
import { Session } from '../users/account-requests.js';

/** The response of every way to sign in. */
export const SIGNED_IN: Success = {
  status: 201,
  description: 'The session. Its token is in the cookie `framewright_session`.',
  body: Session,
  headers: ['Set-Cookie'],
};
export const SIGN_IN_ERRORS: OperationErrorCode[] = [
  'AUTHENTICATION_REQUIRED',
  'INSUFFICIENT_PERMISSIONS',
  'RATE_LIMIT_EXCEEDED',
];
