import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { ManualFiles } from './manual-files.js';
import { ManualController } from './manual.controller.js';

@Module({
  imports: [HttpModule],
  controllers: [ManualController],
  providers: [ManualFiles],
})
export class ManualModule {}
