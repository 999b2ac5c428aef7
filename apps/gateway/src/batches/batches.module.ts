import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { MaintenanceModule } from '../maintenance/maintenance.module.js';
import { BatchesController } from './batches.controller.js';

@Module({
  imports: [HttpModule, MaintenanceModule],
  controllers: [BatchesController],
})
export class BatchesModule {}
