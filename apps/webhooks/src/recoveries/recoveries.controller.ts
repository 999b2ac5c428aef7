import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { RecoverWebhook, type WebhookRecovery, WEBHOOKS_RPC } from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { RecoveriesService } from './recoveries.service.js';
import { RecoveryWorker } from './recovery-worker.js';

/** Accepts orders to deliver again what an endpoint has missed. */
@Controller()
export class RecoveriesController {
  constructor(
    private readonly recoveries: RecoveriesService,
    private readonly worker: RecoveryWorker,
    private readonly log: Logger,
  ) {}

  @RpcHandler(WEBHOOKS_RPC.recover)
  async recover(@Payload() request: RecoverWebhook): Promise<WebhookRecovery> {
    const recovery = await this.recoveries.order(request);
    this.worker.kick();
    const { id: recovery_id, webhook_id, since } = recovery;
    this.log.info('recovery.ordered', { org_id: request.org_id, webhook_id, recovery_id, since });
    return recovery;
  }
}
