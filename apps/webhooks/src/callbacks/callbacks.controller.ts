import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  type CallbackRecovery,
  CALLBACKS_RPC,
  type CallbackSecret,
  GetCallback,
  ListCallbacks,
  type Page,
  RecoverCallbacks,
  RotateCallbackSecret,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
} from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { DeliveryWorker } from '../deliveries/queue/delivery-worker.js';
import { RecoveriesService } from '../recoveries/recoveries.service.js';
import { RecoveryWorker } from '../recoveries/recovery-worker.js';
import { CallbackEndpoints } from '../endpoints/callback-endpoints.js';

/** Serves the requests about callbacks: deliveries to addresses that requests named. */
@Controller()
export class CallbacksController {
  constructor(
    private readonly endpoints: CallbackEndpoints,
    private readonly deliveries: DeliveriesService,
    private readonly worker: DeliveryWorker,
    private readonly recoveries: RecoveriesService,
    private readonly recoveryWorker: RecoveryWorker,
    private readonly log: Logger,
  ) {}

  @RpcHandler(CALLBACKS_RPC.list)
  list(@Payload() request: ListCallbacks): Promise<Page<WebhookDelivery>> {
    return this.deliveries.list(request);
  }

  @RpcHandler(CALLBACKS_RPC.get)
  get(@Payload() request: GetCallback): Promise<WebhookDeliveryDetails> {
    return this.deliveries.get(request);
  }

  @RpcHandler(CALLBACKS_RPC.retry)
  async retry(@Payload() request: GetCallback): Promise<WebhookDelivery> {
    const delivery = await this.deliveries.retry(request);
    this.worker.kick();
    this.log.info('callback.retried', { org_id: request.org_id, delivery_id: delivery.id });
    return delivery;
  }

  @RpcHandler(CALLBACKS_RPC.recover)
  async recover(@Payload() { org_id, since }: RecoverCallbacks): Promise<CallbackRecovery> {
    await this.endpoints.open(org_id);
    const { id, created_at, since: from } = await this.recoveries.order({ org_id, since });
    this.recoveryWorker.kick();
    this.log.info('callbacks.recovery_ordered', { org_id, recovery_id: id, since: from });
    return { id, since: from, created_at };
  }

  @RpcHandler(CALLBACKS_RPC.rotateSecret)
  async rotateSecret(@Payload() { org_id }: RotateCallbackSecret): Promise<CallbackSecret> {
    const secret = await this.endpoints.rotateSecret(org_id);
    this.log.info('callbacks.secret_rotated', { org_id });
    return secret;
  }
}
