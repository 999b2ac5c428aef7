import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '#libs/contracts';
import { accessOf, mayAccess } from '../http/access.js';
import { callerOf } from './authenticated-caller.js';

/** Allows a caller what its role in the organization allows. */
@Injectable()
export class PermissionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const access = accessOf(context.getHandler(), request.method);
    if (access !== 'public' && !mayAccess(callerOf(request), access)) throw new AppError('INSUFFICIENT_PERMISSIONS');
    return true;
  }
}
