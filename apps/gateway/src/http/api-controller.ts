import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { PermissionGuard } from '../auth/permission.guard.js';
import { RequestShapes } from './request-shapes.js';

/** A controller of the API: under `/v1`, behind a key, its handlers' parameters checked by their classes. */
export function ApiController(path: string): ClassDecorator {
  return applyDecorators(Controller(`v1/${path}`), UseGuards(PermissionGuard), UseInterceptors(RequestShapes));
}
