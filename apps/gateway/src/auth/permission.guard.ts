import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '#libs/contracts';
import { accessOf, mayAccess } from '../http/caller/access.js';
import { callerOf } from './authenticated-caller.js';
import { keyRefused } from './bearer-key.js';

/**
 * Allows a caller what its role in the organization allows. For a preview token, all operations but its own require a
 * key.
 */
@Injectable()
export class PermissionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const access = accessOf(context.getHandler(), request.method);
    if (access === 'public') return true;
    const caller = callerOf(request);
    if (mayAccess(caller, access)) return true;
    if (caller.credential.kind === 'preview')
      throw keyRefused('A preview token shows its template and allows nothing else');
    throw new AppError('INSUFFICIENT_PERMISSIONS');
  }
}
