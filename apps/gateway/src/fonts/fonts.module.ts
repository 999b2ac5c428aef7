import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { FontFilesController } from './font-files.controller.js';
import { FontFiles } from './font-files.js';
import { FontsController } from './fonts.controller.js';

@Module({
  imports: [HttpModule],
  controllers: [FontsController, FontFilesController],
  providers: [FontFiles],
})
export class FontsModule {}
