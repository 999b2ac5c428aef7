import { type DynamicModule, Module } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { CALL_ENDED, type EdgeOwner, SERVICE_EDGES } from '#libs/contracts';
import { Health, loadConfig, Logger, Metrics } from '#libs/runtime';
import { Shares } from '#libs/shares';
import { Backlog } from './backlog.js';
import { handlerFaults } from './check-handlers.js';
import { EndedCallsController } from './ended-calls.controller.js';
import { handledContracts } from './handled-contracts.js';
import { JetStreamStrategy } from './jetstream-strategy.js';
import { measuredShares } from './measured-shares.js';
import { NatsConfig } from './nats.config.js';
import { NatsLink } from './nats-link.js';
import { OpenCalls } from './open-calls.js';
import { JetStreamPublisher, LivePublisher } from './publishers.js';
import { RpcClient } from './rpc-client.js';
import { RpcServer } from './rpc-server.js';
import { Streams } from './streams.js';

/** A service's connection to NATS and everything that uses it. */
@Module({})
export class MessagingModule {
  /** `service` names the connection, the queue group and the durable consumers. Its handlers must be those of its edges. */
  static forService(service: EdgeOwner): DynamicModule {
    return MessagingModule.named(service);
  }

  /** As {@link forService}, for a stand-in of services in a test: it has no edges and may handle anything. */
  static forStandIn(name: string): DynamicModule {
    return MessagingModule.named(name);
  }

  private static named(service: string): DynamicModule {
    return {
      module: MessagingModule,
      global: true,
      controllers: receivesEndedCalls(service) ? [EndedCallsController] : [],
      providers: [
        { provide: NatsConfig, useFactory: () => loadConfig(NatsConfig) },
        {
          provide: NatsLink,
          inject: [NatsConfig, Logger, Health],
          useFactory: (config: NatsConfig, log: Logger, health: Health) => NatsLink.open(service, config, log, health),
        },
        { provide: Shares, inject: [Metrics], useFactory: (metrics: Metrics) => measuredShares(service, metrics) },
        Streams,
        Backlog,
        OpenCalls,
        RpcClient,
        LivePublisher,
        JetStreamPublisher,
      ],
      exports: [NatsLink, OpenCalls, Shares, Streams, Backlog, RpcClient, LivePublisher, JetStreamPublisher],
    };
  }
}

/**
 * Connects a service's handlers to NATS. Call it before the service starts.
 *
 * @throws Error when the handlers are not those that the service's edges list
 */
export function connectHandlers(app: INestApplication): void {
  const { service } = app.get(NatsLink);
  const faults = isEdgeOwner(service) ? handlerFaults(SERVICE_EDGES[service], handledContracts(app)) : [];
  if (faults.length > 0) throw new Error(`SERVICE_EDGES.${service} and its handlers disagree: ${faults.join('; ')}`);
  connectTransports(app);
}

/** Connects the handlers that there are: requests and live messages on core NATS, durable messages on JetStream. */
export function connectTransports(app: INestApplication): void {
  const link = app.get(NatsLink);
  app.connectMicroservice<MicroserviceOptions>({ strategy: new RpcServer(link, app.get(OpenCalls)) });
  app.connectMicroservice<MicroserviceOptions>({
    strategy: new JetStreamStrategy(link, app.get(Streams), app.get(Logger), app.get(Metrics)),
  });
}

function receivesEndedCalls(service: string): boolean {
  return (
    isEdgeOwner(service) && SERVICE_EDGES[service].subscribes.some(({ subject }) => subject === CALL_ENDED.subject)
  );
}

function isEdgeOwner(service: string): service is EdgeOwner {
  return Object.hasOwn(SERVICE_EDGES, service);
}
