import { Body, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  CreateWebhookBody,
  type Page,
  RecoverWebhookBody,
  UpdateWebhookBody,
  Webhook,
  WebhookDelivery,
  WebhookRecovery,
  WebhookWithSecret,
  WEBHOOKS_RPC,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { GatewayConfig } from '../gateway.config.js';
import { ApiController } from '../openapi/api-controller.js';
import { type JsonObject, LimitBody, NoBody, RawBody, SMALL_BODY_BYTES } from '../http/request-shapes.js';
import { Operation } from '../openapi/operation.js';
import { ListWebhooksQuery, WebhookPath } from './webhook-requests.js';

/** An address of 2,048 characters and 100 names of events, every character escaped, take two thirds of it. */
const MAX_WEBHOOK_BYTES = 32_768;

/** API.md §6. */
@ApiController('webhooks', 'Webhooks')
export class WebhooksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @LimitBody(MAX_WEBHOOK_BYTES)
  @Operation({
    id: 'createWebhook',
    summary: 'Register a webhook',
    description: 'At most 20 for an organization. Its `secret` is told here and after a rotation, never again.',
    responses: [{ status: 201, description: 'Registered.', body: WebhookWithSecret, headers: ['Location'] }],
  })
  async create(
    @OrgId() org_id: string,
    @RawBody(CreateWebhookBody) body: JsonObject,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookWithSecret> {
    const webhook = await this.rpc.call(WEBHOOKS_RPC.create, { org_id, body });
    response.setHeader('Location', `${this.config.publicBaseUrl}/webhooks/${webhook.id}`);
    return webhook;
  }

  @Get()
  @Operation({
    id: 'listWebhooks',
    summary: 'List webhooks',
    responses: [{ status: 200, description: 'A page of webhooks.', listOf: Webhook }],
  })
  list(@OrgId() org_id: string, @Query() { limit, offset, enabled }: ListWebhooksQuery): Promise<Page<Webhook>> {
    return this.rpc.call(WEBHOOKS_RPC.list, { org_id, limit, offset, enabled });
  }

  @Get(':webhook_id')
  @Operation({
    id: 'getWebhook',
    summary: 'Read a webhook',
    responses: [{ status: 200, description: 'The webhook.', body: Webhook }],
  })
  get(@OrgId() org_id: string, @Param() { webhook_id: id }: WebhookPath): Promise<Webhook> {
    return this.rpc.call(WEBHOOKS_RPC.get, { org_id, id });
  }

  @Put(':webhook_id')
  @LimitBody(MAX_WEBHOOK_BYTES)
  @Operation({
    id: 'updateWebhook',
    summary: 'Change a webhook',
    description: 'An absent field keeps its value. Disabling drops what is still to be sent.',
    responses: [{ status: 200, description: 'The webhook.', body: Webhook }],
  })
  update(
    @OrgId() org_id: string,
    @Param() { webhook_id: id }: WebhookPath,
    @RawBody(UpdateWebhookBody) body: JsonObject,
  ): Promise<Webhook> {
    return this.rpc.call(WEBHOOKS_RPC.update, { org_id, id, body });
  }

  @Delete(':webhook_id')
  @HttpCode(204)
  @Operation({
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'With what is still to be sent.',
    responses: [{ status: 204, description: 'Deleted.' }],
  })
  async remove(@OrgId() org_id: string, @Param() { webhook_id: id }: WebhookPath): Promise<void> {
    await this.rpc.call(WEBHOOKS_RPC.remove, { org_id, id });
  }

  @Post(':webhook_id/rotate-secret')
  @HttpCode(200)
  @Operation({
    id: 'rotateWebhookSecret',
    summary: 'Give a webhook a new secret',
    description: 'For 24 h deliveries are signed with both.',
    responses: [{ status: 200, description: 'The webhook with its new secret.', body: WebhookWithSecret }],
  })
  rotateSecret(
    @OrgId() org_id: string,
    @Param() { webhook_id: id }: WebhookPath,
    @Body() _body: NoBody,
  ): Promise<WebhookWithSecret> {
    return this.rpc.call(WEBHOOKS_RPC.rotateSecret, { org_id, id });
  }

  @Post(':webhook_id/test')
  @HttpCode(202)
  @Operation({
    id: 'testWebhook',
    summary: 'Send a test event',
    description: 'The first of its events with sample data and `"test": true`, even while it is disabled.',
    responses: [{ status: 202, description: 'It will be sent at once.', body: WebhookDelivery }],
  })
  test(
    @OrgId() org_id: string,
    @Param() { webhook_id: id }: WebhookPath,
    @Body() _body: NoBody,
  ): Promise<WebhookDelivery> {
    return this.rpc.call(WEBHOOKS_RPC.test, { org_id, id });
  }

  @Post(':webhook_id/recover')
  @HttpCode(202)
  @LimitBody(SMALL_BODY_BYTES)
  @Operation({
    id: 'recoverWebhook',
    summary: 'Send again what a webhook has missed',
    responses: [
      { status: 202, description: 'It will be done, whatever happens to the service.', body: WebhookRecovery },
    ],
  })
  recover(
    @OrgId() org_id: string,
    @Param() { webhook_id: id }: WebhookPath,
    @Body() { since }: RecoverWebhookBody,
  ): Promise<WebhookRecovery> {
    return this.rpc.call(WEBHOOKS_RPC.recover, { org_id, id, since });
  }
}
