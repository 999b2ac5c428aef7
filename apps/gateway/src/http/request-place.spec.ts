import type { Response } from 'express';
import { Global, type INestApplication, Module, type Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUDGETS } from '#libs/contracts';
import { Health, Logger, Metrics } from '#libs/runtime';
import { GatewayModule } from '../gateway.module.js';
import { serve } from '#libs/testing';
import { budgetOf, holdUntilOver, RequestPlace } from './request-place.js';

/** Stands in for the runtime's module: none of its parts is used. */
@Global()
@Module({
  providers: [{ provide: Logger, useValue: new Logger('spec') }, Health, Metrics],
  exports: [Logger, Health, Metrics],
})
class Runtime {}

@Module({ imports: [Runtime, GatewayModule] })
class Gateway {}

interface Route {
  name: string;
  handler: object;
  controller: Type;
}

let app: INestApplication;
let routes: Route[];

beforeAll(async () => {
  app = await NestFactory.create(Gateway, { preview: true, logger: false, abortOnError: false });
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  routes = controllers.flatMap(({ metatype }) => routesOf(metatype as Type));
});

afterAll(() => app.close());

function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((method) => {
    const handler = prototype[method]!;
    if (!Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const path = Reflect.getMetadata(PATH_METADATA, handler) as string;
    return [{ name: `${controller.name}.${method} ${path}`, handler, controller }];
  });
}

describe('every route of the gateway', () => {
  it('declares the budget that bounds its work', () => {
    expect(routes.length).toBeGreaterThan(100);
    expect(routes.filter(({ handler }) => budgetOf(handler) === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('takes a place in it, where the gateway keeps one for requests', () => {
    const takers = ({ handler, controller }: Route): unknown[] =>
      [handler, controller].flatMap(
        (each) => (Reflect.getMetadata(INTERCEPTORS_METADATA, each) as unknown[] | undefined) ?? [],
      );
    const taken = routes.filter(({ handler }) => {
      const budget = budgetOf(handler)!;
      return budget in BUDGETS && BUDGETS[budget as keyof typeof BUDGETS].keptBy === 'gateway';
    });
    expect(taken.length).toBeGreaterThan(15);
    expect(taken.filter((route) => !takers(route).includes(RequestPlace)).map(({ name }) => name)).toEqual([]);
  });
});

describe('a place', () => {
  it.each([
    ['is given back with the response', undefined, 0],
    ['of a paced budget is given back when a slow line would have passed the response', 200_000, 500],
  ])('%s', async (_name, bytesPerS, leastMs) => {
    const ended = Promise.withResolvers<number>();
    const server = await serve((_request, response) => {
      const startedMs = performance.now();
      const end = () => ended.resolve(performance.now() - startedMs);
      holdUntilOver({ isAwaited: false, end, [Symbol.dispose]: end }, response as Response, bytesPerS);
      response.end(Buffer.alloc(100_000));
    });
    expect((await (await fetch(server.url)).arrayBuffer()).byteLength).toBe(100_000);
    expect(await ended.promise).toBeGreaterThanOrEqual(leastMs);
    await server.stop();
  });
});
