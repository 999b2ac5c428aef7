import { Module } from '@nestjs/common';
import { RepeatedWork } from '#libs/runtime';
import { StorageModule } from '#libs/storage';
import { AssetsModule } from '../assets/assets.module.js';
import { HttpModule } from '../http/http.module.js';
import { ImportSweeper } from './import-sweeper.js';
import { TemplateArchivesController } from './template-archives.controller.js';
import { TemplateArchives } from './template-archives.service.js';

@Module({
  imports: [HttpModule, AssetsModule, StorageModule],
  controllers: [TemplateArchivesController],
  providers: [RepeatedWork, ImportSweeper, TemplateArchives],
})
export class TemplateArchivesModule {}
