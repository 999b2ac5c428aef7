import { describe, expect, it } from '@jest/globals';
import { Controller, createParamDecorator, Get, Query, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import { IsInt, Min } from 'class-validator';
import { CreateVideoBody, type PayloadClass } from '#libs/contracts';
import { propertiesOf } from '#libs/template';
import { BatchesController } from '../batches/batches.controller.js';
import { CreditsController } from '../credits/credits.controller.js';
import { TemplatesController } from '../templates/templates.controller.js';
import { IdempotencyHeaders } from './idempotency-requests.js';
import { VideoStreamController } from '../videos/video-stream.controller.js';
import { VideosController } from '../videos/videos.controller.js';
import { DeliveriesController } from '../webhooks/deliveries.controller.js';
import { WebhooksController } from '../webhooks/webhooks.controller.js';
import { shapesOf } from './request-shapes.js';

@Controller()
class Careless {
  /** The run-time type of a parameter whose class is imported by `import type { ListVideosQuery }`. */
  @Get()
  list(@Query() query: object): object {
    return query;
  }
}

class Unbounded {
  @IsInt()
  @Min(0)
  count: number;
}

const CONTROLLERS = [
  VideosController,
  BatchesController,
  VideoStreamController,
  TemplatesController,
  WebhooksController,
  DeliveriesController,
  CreditsController,
];

function methodsOf(controller: Type): string[] {
  return Object.getOwnPropertyNames(controller.prototype).filter(
    (name) => name !== 'constructor' && Reflect.hasMetadata(ROUTE_ARGS_METADATA, controller, name),
  );
}

/** Numbers with neither an upper bound nor a set of values; nested shapes of documents have bounds of their own. */
function unboundedNumbers(shapes: readonly PayloadClass[]): string[] {
  return shapes.flatMap((shape) =>
    [...propertiesOf(shape).values()]
      .filter(({ constraints }) => {
        const names = constraints.map(({ name }) => name);
        const isNumber = names.includes('isInt') || names.includes('isNumber');
        return isNumber && !names.includes('max') && !names.includes('isFrameRate') && !names.includes('isIn');
      })
      .map(({ name }) => `${shape.name}.${name}`),
  );
}

describe('shapesOf', () => {
  it('finds the classes that a handler declares, and whether its body is passed on as sent', () => {
    const declared = { body: CreateVideoBody, headers: IdempotencyHeaders };
    expect(shapesOf(VideosController, 'create')).toEqual({ ...declared, isBodyRaw: true });
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
    for (const controller of CONTROLLERS) {
      for (const method of methodsOf(controller)) expect(() => shapesOf(controller, method)).not.toThrow();
    }
  });

  it('bounds every number that a caller may send: none reaches a database that it does not fit', () => {
    const shapes = CONTROLLERS.flatMap((controller) =>
      methodsOf(controller).flatMap((method) => {
        const { path, query, body } = shapesOf(controller, method);
        return [path, query, body].filter((shape) => shape !== undefined);
      }),
    );
    expect(shapes).toContain(CreateVideoBody);
    expect(unboundedNumbers(shapes)).toEqual([]);
    expect(unboundedNumbers([Unbounded])).toEqual(['Unbounded.count']);
  });

  it('reads every body that a class accepts where it reads less than of any body', () => {
    const webhook = {
      url: `https://${'a'.repeat(2_040)}`,
      events: Array<string>(100).fill('video.finished'),
      enabled: false,
    };
    const bodies: [method: string, body: object][] = [
      ['create', webhook],
      ['update', webhook],
      ['recover', { since: '2026-11-22T12:00:00.00000000000000+00:00' }],
      ['test', {}],
    ];
    for (const [method, body] of bodies) {
      const escaped = JSON.stringify(body, null, 8).replaceAll(/(?<=\w|")[\w.:/+-]/g, '\\u0000');
      expect(escaped.length).toBeLessThanOrEqual(shapesOf(WebhooksController, method).maxBodyBytes!);
    }
  });

  it('refuses a parameter whose class is gone at run time', () => {
    expect(() => shapesOf(Careless, 'list')).toThrow('Careless.list has a query without a class');
  });
});
