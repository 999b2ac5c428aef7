import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { KeysController } from './keys.controller.js';
import { Keys } from './keys.service.js';

@Module({
  imports: [HttpModule],
  controllers: [KeysController],
  providers: [Keys],
})
export class KeysModule {}
