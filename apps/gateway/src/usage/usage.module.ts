import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { UsageController } from './usage.controller.js';

@Module({
  imports: [HttpModule],
  controllers: [UsageController],
})
export class UsageModule {}
