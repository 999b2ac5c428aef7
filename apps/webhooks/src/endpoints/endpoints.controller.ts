import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  CreateWebhook,
  GetWebhook,
  ListWebhooks,
  type Page,
  UpdateWebhook,
  type Webhook,
  type WebhookWithSecret,
  WEBHOOKS_RPC,
} from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { RemovalWorker } from './removal-worker.js';
import { EndpointsService } from './endpoints.service.js';

/** Serves the requests about endpoints. */
@Controller()
export class EndpointsController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly removal: RemovalWorker,
    private readonly log: Logger,
  ) {}

  @RpcHandler(WEBHOOKS_RPC.create)
  async create(@Payload() { org_id, body }: CreateWebhook): Promise<WebhookWithSecret> {
    const webhook = await this.endpoints.create(org_id, body);
    this.log.info('webhook.created', { org_id, webhook_id: webhook.id, events: webhook.events });
    return webhook;
  }

  @RpcHandler(WEBHOOKS_RPC.get)
  get(@Payload() { org_id, id }: GetWebhook): Promise<Webhook> {
    return this.endpoints.get(org_id, id);
  }

  @RpcHandler(WEBHOOKS_RPC.list)
  list(@Payload() request: ListWebhooks): Promise<Page<Webhook>> {
    return this.endpoints.list(request);
  }

  @RpcHandler(WEBHOOKS_RPC.update)
  async update(@Payload() { org_id, id, body }: UpdateWebhook): Promise<Webhook> {
    const webhook = await this.endpoints.update(org_id, id, body);
    this.log.info('webhook.updated', { org_id, webhook_id: id, enabled: webhook.enabled, events: webhook.events });
    return webhook;
  }

  @RpcHandler(WEBHOOKS_RPC.rotateSecret)
  async rotateSecret(@Payload() { org_id, id }: GetWebhook): Promise<WebhookWithSecret> {
    const webhook = await this.endpoints.rotateSecret(org_id, id);
    this.log.info('webhook.secret_rotated', { org_id, webhook_id: id });
    return webhook;
  }

  @RpcHandler(WEBHOOKS_RPC.remove)
  async remove(@Payload() { org_id, id }: GetWebhook): Promise<Record<string, never>> {
    await this.endpoints.remove(org_id, id);
    this.removal.kick();
    this.log.info('webhook.removed', { org_id, webhook_id: id });
    return {};
  }
}
