import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  GetDelivery,
  GetWebhook,
  ListDeliveries,
  type Page,
  RetryDelivery,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  WEBHOOKS_RPC,
} from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryWorker } from './queue/delivery-worker.js';

/** Serves the requests about deliveries. */
@Controller()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly worker: DeliveryWorker,
    private readonly log: Logger,
  ) {}

  @RpcHandler(WEBHOOKS_RPC.listDeliveries)
  list(@Payload() request: ListDeliveries): Promise<Page<WebhookDelivery>> {
    return this.deliveries.list(request);
  }

  @RpcHandler(WEBHOOKS_RPC.getDelivery)
  get(@Payload() request: GetDelivery): Promise<WebhookDeliveryDetails> {
    return this.deliveries.get(request);
  }

  @RpcHandler(WEBHOOKS_RPC.test)
  async test(@Payload() request: GetWebhook): Promise<WebhookDelivery> {
    const delivery = await this.deliveries.test(request);
    this.worker.kick();
    this.log.info('webhook.tested', { org_id: request.org_id, webhook_id: request.id, delivery_id: delivery.id });
    return delivery;
  }

  @RpcHandler(WEBHOOKS_RPC.retryDelivery)
  async retry(@Payload() request: RetryDelivery): Promise<WebhookDelivery> {
    const delivery = await this.deliveries.retry(request);
    this.worker.kick();
    this.log.info('delivery.retried', { org_id: request.org_id, webhook_id: request.id, delivery_id: delivery.id });
    return delivery;
  }
}
