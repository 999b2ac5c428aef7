import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Health, Logger } from '#libs/runtime';
import { GatewayModule } from '../src/gateway.module.js';
import { apiDocument } from '../src/openapi/document.js';

/** Stands in for what every service brings along; nothing of it is ever used. */
@Module({})
class Surroundings {
  static readonly all: DynamicModule = {
    module: Surroundings,
    global: true,
    providers: [{ provide: Logger, useValue: new Logger('describe') }, Health],
    exports: [Logger, Health],
  };
}

@Module({ imports: [Surroundings.all, GatewayModule] })
class Described {}

/** The OpenAPI document, from the gateway's classes alone: nothing is instantiated or connected. */
export async function describeApi(): Promise<object> {
  const app = await NestFactory.create(Described, { preview: true, logger: ['error'], abortOnError: false });
  return JSON.parse(JSON.stringify(apiDocument(app, 'https://api.example.com/v1'))) as object;
}
