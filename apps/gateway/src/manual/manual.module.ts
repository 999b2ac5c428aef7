import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { ManualFiles } from './manual-files.js';
import { ManualController } from './manual.controller.js';
import { SiteController } from './site.controller.js';
import { SiteFiles } from './site-files.js';

@Module({
  imports: [HttpModule],
  controllers: [ManualController, SiteController],
  providers: [ManualFiles, SiteFiles],
})
export class ManualModule {}
