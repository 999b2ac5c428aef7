import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '#libs/contracts';
import { stateOf } from '../http/request-state.js';
import type { Caller } from '../http/caller.js';

/** The organization of a request's caller. */
export const OrgId = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  return callerOf(context.switchToHttp().getRequest<Request>()).orgId;
});

/** The caller of an authenticated request. A route without authentication fails with 401 instead of returning data. */
export function callerOf(request: Request): Caller {
  const { caller } = stateOf(request);
  if (!caller) throw new AppError('AUTHENTICATION_REQUIRED', { detail: 'the route is not behind authentication' });
  return caller;
}
