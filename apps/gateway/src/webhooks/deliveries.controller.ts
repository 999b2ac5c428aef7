import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ListDeliveriesQuery,
  type Page,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  WEBHOOKS_RPC,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../openapi/api-controller.js';
import { NoBody } from '../http/request-shapes.js';
import { Operation } from '../openapi/operation.js';
import { DELIVERY_DETAILS, DELIVERY_PAGE, DELIVERY_RETRY } from './delivery-operations.js';
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
    ...DELIVERY_PAGE,
  })
  list(
    @OrgId() org_id: string,
    @Param() { webhook_id: id }: WebhookPath,
    @Query() { limit, offset, status, video_id }: ListDeliveriesQuery,
  ): Promise<Page<WebhookDelivery>> {
    return this.rpc.call(WEBHOOKS_RPC.listDeliveries, { org_id, id, limit, offset, status, video_id });
  }

  @Get(':delivery_id')
  @Operation({ id: 'getWebhookDelivery', summary: 'Get a delivery with its attempts', ...DELIVERY_DETAILS })
  get(
    @OrgId() org_id: string,
    @Param() { webhook_id: id, delivery_id }: DeliveryPath,
  ): Promise<WebhookDeliveryDetails> {
    return this.rpc.call(WEBHOOKS_RPC.getDelivery, { org_id, id, delivery_id });
  }

  @Post(':delivery_id/retry')
  @HttpCode(202)
  @Operation({ id: 'retryWebhookDelivery', summary: 'Retry a delivery', ...DELIVERY_RETRY })
  retry(
    @OrgId() org_id: string,
    @Param() { webhook_id: id, delivery_id }: DeliveryPath,
    @Body() _body: NoBody,
  ): Promise<WebhookDelivery> {
    return this.rpc.call(WEBHOOKS_RPC.retryDelivery, { org_id, id, delivery_id });
  }
}
