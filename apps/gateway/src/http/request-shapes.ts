import { createHash } from 'node:crypto';
import {
  Body,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { AppError, type PayloadClass } from '#libs/contracts';
import { callerSignal } from '#libs/runtime';
import { type Place, type Share, Shares } from '#libs/shares';
import { FaultList, hasSecrets, isPlainObject, propertiesOf, readShape, reportFaults } from '#libs/template';
import { HandlerFact } from './handler-fact.js';
import { holderOf } from './holder.js';
import { type BodyWithRows, limitRows } from './body/body-with-rows.js';
import { holdUntilOver } from './request-place.js';
import { runCooperatively } from './body/run-cooperatively.js';
import { readQuery } from './query.js';
import { isCsv, readBody } from './body/read-body.js';
import { RowsReader } from './body/rows-reader.js';
import { stateOf } from './request-state.js';
import { decodeUtf8, parseStrictJson } from './body/strict-json.js';

/** No body, or `{}`. */
export class NoBody {}

/** Limit for bodies without fields, or with one: shorter than the headers of most requests. */
export const SMALL_BODY_BYTES = 1_024;

/** The classes that a handler's parameters declare. */
export interface RequestParts {
  path?: PayloadClass;
  query?: PayloadClass;
  headers?: PayloadClass;
  body?: PayloadClass;
  /** Declared by {@link RawBody}: the handler receives the body as sent. */
  isBodyRaw?: boolean;
  /** Declared by {@link RowsBody}: the body may be CSV. */
  takesCsv?: boolean;
  /** Set by {@link LimitBody}; the general limit if absent. */
  maxBodyBytes?: number;
}

/** Longest wait of a body until it is read, ms: a third of the time in which a request must arrive. */
const BODY_WAIT_MS = 20_000;
const RETRY_AFTER_S = 2;

const RAW_BODY = 'gateway:raw-body';
const CSV_BODY = 'gateway:csv-body';
const BODY_LIMIT = new HandlerFact<number>('gateway:body-limit');

/**
 * Sets another limit for a body: a lower one where its class accepts only small ones, so that a body that must fail is not read
 * first.
 */
export function LimitBody(bytes: number): MethodDecorator {
  return BODY_LIMIT.state(bytes);
}

/**
 * The body of a request as a JSON object, unchecked. The service that receives it checks it, because it knows more rules
 * than the class has and is to report all faults at once. The gateway checks the class only if path, query or headers
 * have faults already; the OpenAPI document describes the body by it.
 *
 * @param shape the class that describes the body
 */
export function RawBody(shape: PayloadClass): ParameterDecorator {
  return (prototype, method, index) => {
    Body()(prototype, method, index);
    Reflect.defineMetadata(RAW_BODY, shape, prototype, method!);
  };
}

/** The same for a body with rows, JSON or CSV, which the handler receives as a `BodyWithRows`. */
export function RowsBody(shape: PayloadClass): ParameterDecorator {
  return (prototype, method, index) => {
    RawBody(shape)(prototype, method, index);
    Reflect.defineMetadata(CSV_BODY, true, prototype, method!);
  };
}

const PARTS: ReadonlyMap<number, 'path' | 'query' | 'headers' | 'body'> = new Map([
  [RouteParamtypes.PARAM, 'path'],
  [RouteParamtypes.QUERY, 'query'],
  [RouteParamtypes.HEADERS, 'headers'],
  [RouteParamtypes.BODY, 'body'],
]);

/**
 * Reads and checks a request by the classes of its handler's `@Param()`, `@Query()`, `@Headers()` and `@Body()`
 * parameters. It is one step instead of one pipe per parameter, to report all faults at once. It runs after the guards, so
 * a body is read only if the key permits the request, and when it is its organization's turn in the budget of bodies.
 */
@Injectable()
export class RequestShapes implements NestInterceptor {
  private readonly known = new WeakMap<object, RequestParts>();
  private readonly bodies: Share;

  constructor(
    shares: Shares,
    private readonly rows: RowsReader,
  ) {
    this.bodies = shares.of('bodies');
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const handler = context.getHandler();
    const shapes = this.known.get(handler) ?? shapesOf(context.getClass(), handler.name);
    this.known.set(handler, shapes);
    const request = context.switchToHttp().getRequest<Request>();
    const content = shapes.body ? await this.readContent(request, shapes.body, shapes) : undefined;
    checkRequest(request, shapes, content);
    return next.handle();
  }

  /**
   * Waits until the bytes of a body may be read, but for less time than that after which Node ends a request that does
   * not arrive.
   */
  private async enter(request: Request, bytes: number): Promise<Place> {
    const timeLimit = AbortSignal.timeout(BODY_WAIT_MS);
    const signal = AbortSignal.any([timeLimit, callerSignal()].filter((each) => each !== undefined));
    try {
      return await this.bodies.enter({ orgId: holderOf(request), bytes, signal });
    } catch (error) {
      throw error === timeLimit.reason ? waitedTooLong(error) : error;
    }
  }

  /** @returns any JSON value; a `BodyWithRows` of one where the route takes rows */
  private async readContent(
    request: Request,
    shape: PayloadClass,
    { maxBodyBytes, takesCsv }: RequestParts,
  ): Promise<unknown> {
    const admit = async (bytes: number) => {
      holdUntilOver(await this.enter(request, bytes), request.res!);
    };
    const raw = await readBody(request, { maxBytes: maxBodyBytes, takesCsv, admit });
    const sha256 = createHash('sha256').update(takesCsv ? `${request.originalUrl}\n` : '');
    stateOf(request).body = { bytes: raw.length, sha256: sha256.update(raw).digest('hex') };
    if (takesCsv && isCsv(request)) return { body: {}, rows: limitRows(decodeUtf8(raw)), row_format: 'csv' };
    if (takesCsv) return this.rows.read(raw);
    if (shape === NoBody && raw.length === 0) return {};
    return runCooperatively(parseStrictJson(raw));
  }
}

/** @throws Error for a parameter without a class at run time: one imported as a type would never be checked */
export function shapesOf(controller: Type, method: string): RequestParts {
  const prototype = controller.prototype as Record<string, object>;
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { index: number; data?: unknown }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as PayloadClass[];
  const rawBody = Reflect.getMetadata(RAW_BODY, prototype, method) as PayloadClass | undefined;
  const shapes: RequestParts = {};
  for (const [key, { index, data }] of Object.entries(parameters)) {
    const part = PARTS.get(Number(/^(\d+):\d+$/.exec(key)?.[1] ?? NaN)); // custom parameter decorators have random names
    if (!part || data !== undefined) continue; // `@Param('id')` takes one value unchecked
    const shape = (part === 'body' && rawBody) || types[index];
    if (!shape || shape === Object) throw new Error(`${controller.name}.${method} has a ${part} without a class`);
    shapes[part] = shape;
  }
  const takesCsv = Reflect.hasMetadata(CSV_BODY, prototype, method);
  const maxBodyBytes = shapes.body === NoBody ? SMALL_BODY_BYTES : BODY_LIMIT.of(prototype[method]!);
  return {
    ...shapes,
    ...(rawBody && { isBodyRaw: true }),
    ...(takesCsv && { takesCsv }),
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
  };
}

function waitedTooLong(cause: unknown): AppError {
  const details = `The body has waited ${BODY_WAIT_MS / 1_000} s for others of the organization`;
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many request bodies at once',
    details,
    retryAfterS: RETRY_AFTER_S,
    cause,
  });
}

function checkRequest(request: Request, shapes: RequestParts, content: unknown): void {
  const lists: FaultList[] = [];
  const keep = ({ value, faults }: ReadPart): object => {
    lists.push(faults);
    return faults.count === 0 ? value : {};
  };
  if (shapes.path) Object.assign(request.params, keep(readPart(shapes.path, { ...request.params })));
  const query = keep(checkQuery(request.originalUrl, shapes.query));
  Object.defineProperty(request, 'query', { value: query, configurable: true }); // a getter in express 5
  if (shapes.headers) request.headers = { ...request.headers, ...keep(checkHeaders(request, shapes.headers)) };
  const json = shapes.takesCsv ? (content as BodyWithRows<unknown>).body : content;
  const isRaw = shapes.isBodyRaw && lists.every(({ count }) => count === 0) && isPlainObject(json);
  if (shapes.body) request.body = isRaw ? content : keep(readPart(shapes.body, json));
  const details = reportFaults(lists);
  if (details.length > 0) throw new AppError('VALIDATION_ERROR', { details });
}

/** One part of a request by its class; the value is complete only without faults. */
interface ReadPart {
  value: object;
  faults: FaultList;
}

function readPart(shape: PayloadClass, sent: unknown): ReadPart {
  const faults = new FaultList(sent, '', { showsValues: !hasSecrets(shape) });
  return { value: readShape(shape, faults), faults };
}

/** Reads the query of a URL and checks it against `shape`. Reports every fault, in the order of the parameters. */
export function checkQuery(url: string, shape: PayloadClass | undefined): ReadPart {
  const sent = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  const faults = new FaultList(Object.fromEntries(sent));
  const values = readQuery(sent, shape, faults);
  if (!shape) return { value: {}, faults };
  const checked = readPart(shape, values);
  faults.adopt(checked.faults, (path) => path);
  return { value: checked.value, faults };
}

function checkHeaders(request: Request, shape: PayloadClass): ReadPart {
  const sent = [...propertiesOf(shape).keys()].flatMap((name) => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return readPart(shape, Object.fromEntries(sent));
}
