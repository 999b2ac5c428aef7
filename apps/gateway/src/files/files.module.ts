import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/storage';
import { FileExpiries } from './file-expiry.js';
import { FilesController } from './files.controller.js';

@Module({
  imports: [StorageModule],
  controllers: [FilesController],
  providers: [FileExpiries],
})
export class FilesModule {}
