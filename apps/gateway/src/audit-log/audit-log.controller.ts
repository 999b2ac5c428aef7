import { Get, Query } from '@nestjs/common';
import type { Page } from '#libs/contracts';
import { OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { AuditEntry, ListAuditEntriesQuery } from './audit-log-requests.js';
import { AuditLog } from './audit-log.service.js';

/** The audit log of an organization (docs/api/audit-log.md). */
@ApiController('audit-log', 'Audit log', 'administer')
export class AuditLogController {
  constructor(private readonly auditLog: AuditLog) {}

  @Get()
  @Operation({
    id: 'listAuditEntries',
    summary: 'List the audit log',
    description: 'Who has changed what in the organization, newest first. The list reaches back to the latest 10,000.',
    responses: [{ status: 200, description: 'A page of entries.', listOf: AuditEntry }],
  })
  list(@OrgId() orgId: string, @Query() query: ListAuditEntriesQuery): Promise<Page<AuditEntry>> {
    return this.auditLog.ofOrganization(orgId, query);
  }
}
