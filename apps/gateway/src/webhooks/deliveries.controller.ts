import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ListDeliveriesQuery, type Page, WebhookDelivery, WebhookDeliveryDetails, WEBHOOKS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../openapi/api-controller.js';
import { NoBody } from '../http/request-shapes.js';
import { exampleOfRetriedDelivery } from '../openapi/examples.js';
import { Operation } from '../openapi/operation.js';
import { DeliveryPath, WebhookPath } from './webhook-requests.js';

/** The endpoints of webhook deliveries (docs/api.md). */
@ApiController('webhooks/:webhook_id/deliveries', 'Webhooks')
export class DeliveriesController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @Operation({
    id: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook',
    description: 'What was sent to the webhook and with which result, newest first.',
    responses: [{ status: 200, description: 'A page of deliveries.', listOf: WebhookDelivery }],
  })
  list(
    @OrgId() org_id: string,
    @Param() { webhook_id: id }: WebhookPath,
    @Query() { limit, offset, status, video_id }: ListDeliveriesQuery,
  ): Promise<Page<WebhookDelivery>> {
    return this.rpc.call(WEBHOOKS_RPC.listDeliveries, { org_id, id, limit, offset, status, video_id });
  }

  @Get(':delivery_id')
  @Operation({
    id: 'getWebhookDelivery',
    summary: 'Get a delivery with its attempts',
    description:
      'The delivery as lists show it, the body that is sent, and the last 50 attempts with the beginning of each response.',
    responses: [{ status: 200, description: 'The delivery and its attempts.', body: WebhookDeliveryDetails }],
  })
  get(
    @OrgId() org_id: string,
    @Param() { webhook_id: id, delivery_id }: DeliveryPath,
  ): Promise<WebhookDeliveryDetails> {
    return this.rpc.call(WEBHOOKS_RPC.getDelivery, { org_id, id, delivery_id });
  }

  @Post(':delivery_id/retry')
  @HttpCode(202)
  @Operation({
    id: 'retryWebhookDelivery',
    summary: 'Retry a delivery',
    description: 'Sends the event of an ended delivery again, immediately.',
    responses: [
      {
        status: 202,
        description: 'The delivery, which is sent again immediately.',
        body: WebhookDelivery,
        example: exampleOfRetriedDelivery(),
      },
    ],
  })
  retry(
    @OrgId() org_id: string,
    @Param() { webhook_id: id, delivery_id }: DeliveryPath,
    @Body() _body: NoBody,
  ): Promise<WebhookDelivery> {
    return this.rpc.call(WEBHOOKS_RPC.retryDelivery, { org_id, id, delivery_id });
  }
}
