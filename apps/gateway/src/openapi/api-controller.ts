import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuditTrail } from '../audit-trail/audit-trail.js';
import { PermissionGuard } from '../auth/permission.guard.js';
import { type Access, RequireAccessToAll } from '../http/caller/access.js';
import type { TagName } from './introduction.js';
import { RequestPlace } from '../http/request-place.js';
import { RequestShapes } from '../http/request-shapes.js';

/**
 * A controller of the API: under `/v1`, behind a key, its handlers' parameters checked by their classes, its work bounded by
 * budgets, its changes audited.
 *
 * @param access that of its operations that state none. Default: by their methods
 */
export function ApiController(path: string, tag: TagName, access?: Access): ClassDecorator {
  return applyDecorators(
    Controller(`v1/${path}`),
    ApiTags(tag),
    UseGuards(PermissionGuard),
    UseInterceptors(RequestShapes, RequestPlace, AuditTrail),
    ...(access === undefined ? [] : [RequireAccessToAll(access)]),
  );
}
