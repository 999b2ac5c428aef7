import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { ApiDocuments } from './api-documents.js';
import { DocumentsController } from './documents.controller.js';

@Module({
  imports: [HttpModule],
  controllers: [DocumentsController],
  providers: [ApiDocuments],
})
export class OpenApiModule {}
