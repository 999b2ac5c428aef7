import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  CallbackRecovery,
  CALLBACKS_RPC,
  CallbackSecret,
  ListDeliveriesQuery,
  type Page,
  RecoverWebhookBody,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { LimitBody, NoBody, SMALL_BODY_BYTES } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { DELIVERY_DETAILS, DELIVERY_PAGE, DELIVERY_RETRY } from './delivery-operations.js';
import { CallbackPath } from './webhook-requests.js';

/** The endpoints of callbacks (docs/api/webhooks.md). */
@ApiController('callbacks', 'Webhooks')
export class CallbacksController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @Operation({
    id: 'listCallbacks',
    summary: 'List callbacks',
    description: 'What was sent to the `webhook_url` of requests and with which result, newest first.',
    ...DELIVERY_PAGE,
  })
  list(
    @OrgId() org_id: string,
    @Query() { limit, offset, status, video_id }: ListDeliveriesQuery,
  ): Promise<Page<WebhookDelivery>> {
    return this.rpc.call(CALLBACKS_RPC.list, { org_id, limit, offset, status, video_id });
  }

  @Get(':callback_id')
  @Operation({ id: 'getCallback', summary: 'Get a callback with its attempts', ...DELIVERY_DETAILS })
  get(@OrgId() org_id: string, @Param() { callback_id: delivery_id }: CallbackPath): Promise<WebhookDeliveryDetails> {
    return this.rpc.call(CALLBACKS_RPC.get, { org_id, delivery_id });
  }

  @Post(':callback_id/retry')
  @HttpCode(202)
  @Operation({ id: 'retryCallback', summary: 'Retry a callback', ...DELIVERY_RETRY })
  retry(
    @OrgId() org_id: string,
    @Param() { callback_id: delivery_id }: CallbackPath,
    @Body() _body: NoBody,
  ): Promise<WebhookDelivery> {
    return this.rpc.call(CALLBACKS_RPC.retry, { org_id, delivery_id });
  }

  @Post('recover')
  @HttpCode(202)
  @LimitBody(SMALL_BODY_BYTES)
  @Operation({
    id: 'recoverCallbacks',
    summary: 'Send missed callbacks again',
    description: 'Sends the callbacks again that have failed since a time.',
    responses: [
      {
        status: 202,
        description: 'The accepted request. It survives a restart of the service.',
        body: CallbackRecovery,
      },
    ],
  })
  recover(@OrgId() org_id: string, @Body() { since }: RecoverWebhookBody): Promise<CallbackRecovery> {
    return this.rpc.call(CALLBACKS_RPC.recover, { org_id, since });
  }

  @Post('rotate-secret')
  @HttpCode(200)
  @Operation({
    id: 'rotateCallbackSecret',
    summary: 'Rotate the secret of callbacks',
    description:
      'Creates a new secret for the callbacks of the organization and returns it. For 24 h, callbacks are signed with the old and the new one.',
    responses: [{ status: 200, description: 'The new secret.', body: CallbackSecret }],
  })
  rotateSecret(@OrgId() org_id: string, @Body() _body: NoBody): Promise<CallbackSecret> {
    return this.rpc.call(CALLBACKS_RPC.rotateSecret, { org_id });
  }
}
