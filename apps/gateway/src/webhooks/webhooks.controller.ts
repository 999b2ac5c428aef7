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
import { LimitBody, NoBody, RawBody, SMALL_BODY_BYTES } from '../http/request-shapes.js';
import { callbackOperations } from '../openapi/callbacks.js';
import { exampleOfDisabledWebhook, exampleOfTestDelivery } from '../openapi/examples.js';
import { Operation } from '../openapi/operation.js';
import { ListWebhooksQuery, WebhookPath } from './webhook-requests.js';

/**
 * Most bytes of a body. A URL of 2,048 characters and 100 event names, with every character escaped, take two thirds of
 * it.
 */
const MAX_WEBHOOK_BYTES = 32_768;

/** The endpoints of webhooks (docs/api.md). */
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
    summary: 'Create a webhook',
    description:
      'An organization has at most 20 webhooks by default. The `secret` is returned here and after a rotation only.',
    responses: [
      {
        status: 201,
        description: 'The webhook with its signing secret.',
        body: WebhookWithSecret,
        headers: ['Location'],
      },
    ],
    callbacks: callbackOperations,
  })
  async create(
    @OrgId() org_id: string,
    @RawBody(CreateWebhookBody) body: Record<string, unknown>,
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
    description: 'Every webhook of the organization, newest first, without its secret.',
    responses: [{ status: 200, description: 'A page of webhooks.', listOf: Webhook }],
  })
  list(@OrgId() org_id: string, @Query() { limit, offset, enabled }: ListWebhooksQuery): Promise<Page<Webhook>> {
    return this.rpc.call(WEBHOOKS_RPC.list, { org_id, limit, offset, enabled });
  }

  @Get(':webhook_id')
  @Operation({
    id: 'getWebhook',
    summary: 'Get a webhook',
    description: 'The webhook without its secret.',
    responses: [{ status: 200, description: 'The webhook.', body: Webhook }],
  })
  get(@OrgId() org_id: string, @Param() { webhook_id: id }: WebhookPath): Promise<Webhook> {
    return this.rpc.call(WEBHOOKS_RPC.get, { org_id, id });
  }

  @Put(':webhook_id')
  @LimitBody(MAX_WEBHOOK_BYTES)
  @Operation({
    id: 'updateWebhook',
    summary: 'Update a webhook',
    description: 'An absent field keeps its value. Disabling a webhook cancels its pending deliveries.',
    responses: [{ status: 200, description: 'The webhook.', body: Webhook, example: exampleOfDisabledWebhook() }],
  })
  update(
    @OrgId() org_id: string,
    @Param() { webhook_id: id }: WebhookPath,
    @RawBody(UpdateWebhookBody) body: Record<string, unknown>,
  ): Promise<Webhook> {
    return this.rpc.call(WEBHOOKS_RPC.update, { org_id, id, body });
  }

  @Delete(':webhook_id')
  @HttpCode(204)
  @Operation({
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Deletes the webhook and cancels its pending deliveries.',
    responses: [{ status: 204, description: 'Deleted.' }],
  })
  async remove(@OrgId() org_id: string, @Param() { webhook_id: id }: WebhookPath): Promise<void> {
    await this.rpc.call(WEBHOOKS_RPC.remove, { org_id, id });
  }

  @Post(':webhook_id/rotate-secret')
  @HttpCode(200)
  @Operation({
    id: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook',
    description: 'Creates a new secret. For 24 h, deliveries are signed with the old and the new one.',
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
    description:
      'Sends the first event of the webhook with sample data and `"test": true`, even while the webhook is disabled.',
    responses: [
      {
        status: 202,
        description: 'The test delivery, which is sent immediately.',
        body: WebhookDelivery,
        example: exampleOfTestDelivery(),
      },
    ],
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
    summary: 'Send missed events again',
    description: 'Sends the events again that the webhook missed since a time.',
    responses: [
      {
        status: 202,
        description: 'The accepted request. It survives a restart of the service.',
        body: WebhookRecovery,
      },
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
