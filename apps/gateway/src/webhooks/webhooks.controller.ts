import { Body, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  type Page,
  RecoverWebhookBody,
  type Webhook,
  type WebhookDelivery,
  type WebhookRecovery,
  WEBHOOKS_RPC,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { GatewayConfig } from '../gateway.config.js';
import { ApiController } from '../http/api-controller.js';
import { JsonObject } from '../http/request-shapes.js';
import { ListWebhooksQuery, WebhookPath } from './webhook-requests.js';

/** API.md §6. */
@ApiController('webhooks')
export class WebhooksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  async create(
    @OrgId() org_id: string,
    @Body() body: JsonObject,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Webhook> {
    const webhook = await this.rpc.call(WEBHOOKS_RPC.create, { org_id, body });
    response.setHeader('Location', `${this.config.publicBaseUrl}/webhooks/${webhook.id}`);
    return webhook;
  }

  @Get()
  list(@OrgId() org_id: string, @Query() { limit, offset, enabled }: ListWebhooksQuery): Promise<Page<Webhook>> {
    return this.rpc.call(WEBHOOKS_RPC.list, { org_id, limit, offset, enabled });
  }

  @Get(':webhook_id')
  get(@OrgId() org_id: string, @Param() { webhook_id: id }: WebhookPath): Promise<Webhook> {
    return this.rpc.call(WEBHOOKS_RPC.get, { org_id, id });
  }

  @Put(':webhook_id')
  update(
    @OrgId() org_id: string,
    @Param() { webhook_id: id }: WebhookPath,
    @Body() body: JsonObject,
  ): Promise<Webhook> {
    return this.rpc.call(WEBHOOKS_RPC.update, { org_id, id, body });
  }

  @Delete(':webhook_id')
  @HttpCode(204)
  async remove(@OrgId() org_id: string, @Param() { webhook_id: id }: WebhookPath): Promise<void> {
    await this.rpc.call(WEBHOOKS_RPC.remove, { org_id, id });
  }

  @Post(':webhook_id/rotate-secret')
  @HttpCode(200)
  rotateSecret(@OrgId() org_id: string, @Param() { webhook_id: id }: WebhookPath): Promise<Webhook> {
    return this.rpc.call(WEBHOOKS_RPC.rotateSecret, { org_id, id });
  }

  @Post(':webhook_id/test')
  @HttpCode(202)
  test(@OrgId() org_id: string, @Param() { webhook_id: id }: WebhookPath): Promise<WebhookDelivery> {
    return this.rpc.call(WEBHOOKS_RPC.test, { org_id, id });
  }

  @Post(':webhook_id/recover')
  @HttpCode(202)
  recover(
    @OrgId() org_id: string,
    @Param() { webhook_id: id }: WebhookPath,
    @Body() { since }: RecoverWebhookBody,
  ): Promise<WebhookRecovery> {
    return this.rpc.call(WEBHOOKS_RPC.recover, { org_id, id, since });
  }
}
