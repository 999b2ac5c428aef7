import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '#libs/contracts';
import { callerOf } from './authenticated-caller.js';

/** Allows GET and HEAD to every key, other methods to `read_write` keys. */
@Injectable()
export class PermissionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'GET' || request.method === 'HEAD') return true;
    if (callerOf(request).kind !== 'read_write') throw new AppError('INSUFFICIENT_PERMISSIONS');
    return true;
  }
}
