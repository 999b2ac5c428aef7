import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/storage';
import { ConsoleFiles } from './console-files.js';
import { ConsoleController } from './console.controller.js';

@Module({
  imports: [StorageModule],
  controllers: [ConsoleController],
  providers: [ConsoleFiles],
})
export class ConsoleModule {}
