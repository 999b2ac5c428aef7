import { Module } from '@nestjs/common';
import { Creators } from '../creators/creators.js';
import { HttpModule } from '../http/http.module.js';
import { UsageController } from './usage.controller.js';

@Module({
  imports: [HttpModule],
  controllers: [UsageController],
  providers: [Creators],
})
export class UsageModule {}
