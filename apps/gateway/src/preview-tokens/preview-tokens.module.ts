import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { HttpModule } from '../http/http.module.js';
import { PreviewTokensController } from './preview-tokens.controller.js';
import { ShownTemplates } from './shown-templates.js';

@Module({
  imports: [HttpModule, AuthModule],
  controllers: [PreviewTokensController],
  providers: [ShownTemplates],
})
export class PreviewTokensModule {}
