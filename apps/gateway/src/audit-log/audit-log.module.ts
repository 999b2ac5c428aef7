import { Module } from '@nestjs/common';
import { RepeatedWork } from '#libs/runtime';
import { HttpModule } from '../http/http.module.js';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLog } from './audit-log.service.js';
import { AuditRetention } from './audit-retention.js';
import { OperatorAuditLogController } from './operator-audit-log.controller.js';

@Module({
  imports: [HttpModule],
  controllers: [AuditLogController, OperatorAuditLogController],
  providers: [RepeatedWork, AuditLog, AuditRetention],
})
export class AuditLogModule {}
