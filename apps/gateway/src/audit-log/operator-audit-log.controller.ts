import { Get, Query } from '@nestjs/common';
import type { Page } from '#libs/contracts';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { ListAllAuditEntriesQuery, OperatorAuditEntry } from './audit-log-requests.js';
import { AuditLog } from './audit-log.service.js';

/** The audit log of all organizations, for operators (docs/api/audit-log.md). */
@ApiController('operator/audit-log', 'Operator', 'operate')
export class OperatorAuditLogController {
  constructor(private readonly auditLog: AuditLog) {}

  @Get()
  @Operation({
    id: 'listAllAuditEntries',
    summary: 'List the audit log of all organizations',
    description:
      'Who has changed what in all organizations and in the installation, newest first. The list reaches back to the latest 10,000.',
    responses: [{ status: 200, description: 'A page of entries.', listOf: OperatorAuditEntry }],
  })
  list(@Query() query: ListAllAuditEntriesQuery): Promise<Page<OperatorAuditEntry>> {
    return this.auditLog.ofAll(query);
  }
}
