import { describe, expect, it } from '@jest/globals';
import { Controller, createParamDecorator, Get, Query } from '@nestjs/common';
import { CreateVideoBody } from '#libs/contracts';
import { CreditsController } from '../credits/credits.controller.js';
import { TemplatesController } from '../templates/templates.controller.js';
import { IdempotencyHeaders } from '../videos/video-requests.js';
import { VideosController } from '../videos/videos.controller.js';
import { DeliveriesController } from '../webhooks/deliveries.controller.js';
import { WebhooksController } from '../webhooks/webhooks.controller.js';
import { shapesOf } from './request-shapes.js';

@Controller()
class Careless {
  /** What is left of `import type { ListVideosQuery }` at run time. */
  @Get()
  list(@Query() query: object): object {
    return query;
  }
}

describe('shapesOf', () => {
  it('finds the classes that a handler declares, and whether its body is left to the service', () => {
    const declared = { body: CreateVideoBody, headers: IdempotencyHeaders };
    expect(shapesOf(VideosController, 'create')).toEqual({ ...declared, isBodyLeft: true });
  });

  it('takes no parameter of a decorator of our own for a part of the request, whatever random name Nest gives it', () => {
    for (let made = 0; made < 50; made += 1) {
      class Made {
        @Get()
        list(@(createParamDecorator(() => 'own')()) _own: string): void {}
      }
      expect(shapesOf(Made, 'list')).toEqual({});
    }
  });

  it('finds a class for every part of every handler', () => {
    for (const controller of [
      VideosController,
      TemplatesController,
      WebhooksController,
      DeliveriesController,
      CreditsController,
    ]) {
      const methods = Object.getOwnPropertyNames(controller.prototype).filter((name) => name !== 'constructor');
      for (const method of methods) expect(() => shapesOf(controller, method)).not.toThrow();
    }
  });

  it('refuses a parameter whose class is gone at run time', () => {
    expect(() => shapesOf(Careless, 'list')).toThrow('Careless.list has a query without a class');
  });
});
