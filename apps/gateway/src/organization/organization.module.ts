import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/assets.module.js';
import { HttpModule } from '../http/http.module.js';
import { OrganizationController } from './organization.controller.js';
import { OwnOrganizations } from './own-organizations.service.js';

@Module({
  imports: [HttpModule, AssetsModule],
  controllers: [OrganizationController],
  providers: [OwnOrganizations],
})
export class OrganizationModule {}
