import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AssetsModule } from '../assets/assets.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { HttpModule } from '../http/http.module.js';
import { MaintenanceModule } from '../maintenance/maintenance.module.js';
import { AllOrganizations } from './all-organizations.service.js';
import { OperationsController } from './operations.controller.js';
import { OrganizationsController } from './organizations.controller.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [HttpModule, AccountsModule, AssetsModule, AuthModule, MaintenanceModule],
  controllers: [OrganizationsController, UsersController, OperationsController],
  providers: [AllOrganizations],
})
export class OperatorModule {}
