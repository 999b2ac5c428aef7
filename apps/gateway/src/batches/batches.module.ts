import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/storage';
import { HttpModule } from '../http/http.module.js';
import { MaintenanceModule } from '../maintenance/maintenance.module.js';
import { BatchesController } from './batches.controller.js';

@Module({
  imports: [HttpModule, MaintenanceModule, StorageModule],
  controllers: [BatchesController],
})
export class BatchesModule {}
