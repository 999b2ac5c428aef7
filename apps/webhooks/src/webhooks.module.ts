import { Module } from '@nestjs/common';
import { DatabaseModule } from '#libs/database';
import { MessagingModule } from '#libs/messaging';
import { createGuard, Guard } from '#libs/net-guard';
import { OutboxModule } from '#libs/outbox';
import { loadConfig, refusedConnections, RepeatedWork } from '#libs/runtime';
import { CallbackEndpoints } from './endpoints/callback-endpoints.js';
import { CallbacksController } from './callbacks/callbacks.controller.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryGauges } from './deliveries/delivery-gauges.js';
import { DeliveryQueue } from './deliveries/queue/delivery-queue.js';
import { DeliveryWorker } from './deliveries/queue/delivery-worker.js';
import { FanOut } from './deliveries/events/fan-out.js';
import { CancellationWorker } from './endpoints/cancellation-worker.js';
import { DeliveryRetention } from './deliveries/delivery-retention.js';
import { EventsController } from './deliveries/events/events.controller.js';
import { RemovalWorker } from './endpoints/removal-worker.js';
import { EndpointSecrets } from './endpoints/endpoint-secrets.js';
import { EndpointsController } from './endpoints/endpoints.controller.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import { SecretResealer } from './endpoints/secret-resealer.js';
import { RecoveriesController } from './recoveries/recoveries.controller.js';
import { RecoveriesService } from './recoveries/recoveries.service.js';
import { RecoveryWorker } from './recoveries/recovery-worker.js';
import { WebhooksConfig } from './webhooks.config.js';
import { WEBHOOKS_DATABASE } from './webhooks.database.js';

@Module({
  imports: [
    DatabaseModule.forService(WEBHOOKS_DATABASE),
    MessagingModule.forService('webhooks'),
    OutboxModule.forStreams({}),
  ],
  controllers: [EndpointsController, DeliveriesController, CallbacksController, RecoveriesController, EventsController],
  providers: [
    { provide: WebhooksConfig, useFactory: () => loadConfig(WebhooksConfig) },
    { provide: Guard, inject: [WebhooksConfig], useFactory: openGuard },
    RepeatedWork,
    EndpointSecrets,
    EndpointsService,
    RemovalWorker,
    SecretResealer,
    CallbackEndpoints,
    FanOut,
    DeliveryQueue,
    DeliveryWorker,
    DeliveryGauges,
    CancellationWorker,
    DeliveriesService,
    RecoveriesService,
    RecoveryWorker,
    DeliveryRetention,
  ],
})
export class WebhooksModule {}

function openGuard({ allowPrivateAddresses: allow, allowHttpTargets: allowHttp, dnsServers }: WebhooksConfig): Guard {
  return createGuard({ allow, allowHttp, dnsServers, onRefusal: (reason) => refusedConnections.inc({ reason }) });
}
