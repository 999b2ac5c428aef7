import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { CreditsController } from './credits.controller.js';

@Module({
  imports: [HttpModule],
  controllers: [CreditsController],
})
export class CreditsModule {}
