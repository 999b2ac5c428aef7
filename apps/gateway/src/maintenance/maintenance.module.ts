import { Module } from '@nestjs/common';
import { Maintenance } from './maintenance.js';
import { MaintenanceGate } from './maintenance.middleware.js';

@Module({
  providers: [Maintenance, MaintenanceGate],
  exports: [Maintenance],
})
export class MaintenanceModule {}
