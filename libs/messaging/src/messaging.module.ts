import { type DynamicModule, Module } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { Health, loadConfig, Logger, Metrics } from '#libs/runtime';
import { Backlog } from './backlog.js';
import { JetStreamStrategy } from './jetstream-strategy.js';
import { NatsConfig } from './nats.config.js';
import { NatsLink } from './nats-link.js';
import { JetStreamPublisher, LivePublisher } from './publishers.js';
import { RpcClient } from './rpc-client.js';
import { RpcServer } from './rpc-server.js';
import { Streams } from './streams.js';

/** A service's connection to NATS and everything that speaks over it. */
@Module({})
export class MessagingModule {
  /** `service` names the connection, the queue group and the durable consumers. */
  static forService(service: string): DynamicModule {
    return {
      module: MessagingModule,
      global: true,
      providers: [
        { provide: NatsConfig, useFactory: () => loadConfig(NatsConfig) },
        {
          provide: NatsLink,
          inject: [NatsConfig, Logger, Health],
          useFactory: (config: NatsConfig, log: Logger, health: Health) => NatsLink.open(service, config, log, health),
        },
        Streams,
        Backlog,
        RpcClient,
        LivePublisher,
        JetStreamPublisher,
      ],
      exports: [NatsLink, Streams, Backlog, RpcClient, LivePublisher, JetStreamPublisher],
    };
  }
}

/** Connects a service's handlers: questions and news on core NATS, durable messages on JetStream. Call before start. */
export function connectHandlers(app: INestApplication): void {
  const link = app.get(NatsLink);
  app.connectMicroservice<MicroserviceOptions>({ strategy: new RpcServer(link) });
  app.connectMicroservice<MicroserviceOptions>({
    strategy: new JetStreamStrategy(link, app.get(Streams), app.get(Logger), app.get(Metrics)),
  });
}
