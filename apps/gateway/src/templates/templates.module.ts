import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/storage';
import { Creators } from '../creators/creators.js';
import { HttpModule } from '../http/http.module.js';
import { DraftsController } from './drafts.controller.js';
import { PresenceController } from './presence.controller.js';
import { StillsController } from './stills.controller.js';
import { TemplatesController } from './templates.controller.js';

@Module({
  imports: [HttpModule, StorageModule],
  providers: [Creators],
  controllers: [TemplatesController, DraftsController, StillsController, PresenceController],
})
export class TemplatesModule {}
