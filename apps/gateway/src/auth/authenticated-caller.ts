import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AppError, type Creator, type Spender } from '#libs/contracts';
import { stateOf } from '../http/request-state.js';
import type { Caller } from '../http/caller/caller.js';

/** The organization of a request's caller. */
export const OrgId = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  return orgIdOf(context.switchToHttp().getRequest<Request>());
});

/** @throws AppError INSUFFICIENT_PERMISSIONS for a user without an organization */
export function orgIdOf(request: Request): string {
  const { orgId } = callerOf(request);
  if (orgId === null) throw noOrganization();
  return orgId;
}

/** The limits of the caller's key for a request that spends credits; none for a key without limits, and a session. */
export function spenderOf(request: Request): { spender?: Spender } {
  const { credential } = callerOf(request);
  return credential.kind === 'key' && credential.spender ? { spender: credential.spender } : {};
}

/** The user or the key that sends a request. */
export function creatorOf(request: Request): { creator?: Creator } {
  const { credential } = callerOf(request);
  if (credential.kind === 'key') return { creator: { type: 'key', id: credential.keyId } };
  return credential.kind === 'session' ? { creator: { type: 'user', id: credential.userId } } : {};
}

/** The error of a user without a membership. */
export function noOrganization(): AppError {
  return new AppError('INSUFFICIENT_PERMISSIONS', { message: 'This user does not belong to the organization' });
}

/** The caller of an authenticated request. A route without authentication fails with 401 instead of returning data. */
export function callerOf(request: Request): Caller {
  const { caller } = stateOf(request);
  if (!caller) throw new AppError('AUTHENTICATION_REQUIRED', { detail: 'the route is not behind authentication' });
  return caller;
}
