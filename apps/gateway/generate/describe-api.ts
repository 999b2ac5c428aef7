import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Health, Logger, Metrics } from '#libs/runtime';
import { GatewayModule } from '../src/gateway.module.js';
import { apiDocument } from '../src/openapi/document.js';

/** Stands in for the runtime's module, which every service has; none of its parts is used. */
@Module({})
class RuntimeStandIn {
  static readonly all: DynamicModule = {
    module: RuntimeStandIn,
    global: true,
    providers: [{ provide: Logger, useValue: new Logger('describe') }, Health, Metrics],
    exports: [Logger, Health, Metrics],
  };
}

@Module({ imports: [RuntimeStandIn.all, GatewayModule] })
class Described {}

/** The OpenAPI document, from the gateway's classes alone: no provider is instantiated, no connection opened. */
export async function describeApi(): Promise<object> {
  const app = await NestFactory.create(Described, { preview: true, logger: ['error'], abortOnError: false });
  return JSON.parse(JSON.stringify(apiDocument(app, 'https://api.example.com/v1'))) as object;
}
