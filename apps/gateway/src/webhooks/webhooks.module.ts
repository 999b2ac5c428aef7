import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { CallbacksController } from './callbacks.controller.js';
import { DeliveriesController } from './deliveries.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [HttpModule],
  controllers: [WebhooksController, DeliveriesController, CallbacksController],
})
export class WebhooksModule {}
