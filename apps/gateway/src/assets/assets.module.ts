import { Module } from '@nestjs/common';
import { RepeatedWork } from '#libs/runtime';
import { StorageModule } from '#libs/storage';
import { HttpModule } from '../http/http.module.js';
import { AbandonedUploads } from './abandoned-uploads.js';
import { AssetsController } from './assets.controller.js';
import { Assets } from './assets.service.js';

@Module({
  imports: [HttpModule, StorageModule],
  controllers: [AssetsController],
  providers: [RepeatedWork, AbandonedUploads, Assets],
  exports: [Assets],
})
export class AssetsModule {}
