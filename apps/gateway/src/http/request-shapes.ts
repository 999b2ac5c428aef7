import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { AppError, type Shape } from '#libs/contracts';
import { type Checked, type Fault, validateShape } from '#libs/template';
import { propertiesOf, readQuery } from './query.js';
import { readBody } from './read-body.js';
import { stateOf } from './request-state.js';
import { parseStrictJson } from './strict-json.js';

/** A body that may be any JSON object: the service it goes to knows its rules. */
export class JsonObject {
  [field: string]: unknown;
}

/** The classes that a handler's parameters declare. */
interface Shapes {
  path?: Shape;
  query?: Shape;
  headers?: Shape;
  body?: Shape;
}

const PARTS: ReadonlyMap<number, keyof Shapes> = new Map([
  [RouteParamtypes.PARAM, 'path'],
  [RouteParamtypes.QUERY, 'query'],
  [RouteParamtypes.HEADERS, 'headers'],
  [RouteParamtypes.BODY, 'body'],
]);

/**
 * Reads and checks a request by the classes of its handler's `@Param()`, `@Query()`, `@Headers()` and `@Body()`
 * parameters. One step instead of a pipe for each, so that a caller learns of all faults at once; and after the guards,
 * so that nobody's body is read before we know that they may send one.
 */
@Injectable()
export class RequestShapes implements NestInterceptor {
  private readonly known = new WeakMap<object, Shapes>();

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const handler = context.getHandler();
    const shapes = this.known.get(handler) ?? shapesOf(context.getClass(), handler.name);
    this.known.set(handler, shapes);
    await checkRequest(context.switchToHttp().getRequest<Request>(), shapes);
    return next.handle();
  }
}

/** @throws Error for a parameter whose class is gone at run time: imported as a type, it would never be checked */
export function shapesOf(controller: Type, method: string): Shapes {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { index: number; data?: unknown }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) ?? []) as Shape[];
  const shapes: Shapes = {};
  for (const [key, { index, data }] of Object.entries(parameters)) {
    const part = PARTS.get(Number.parseInt(key, 10));
    if (!part || data !== undefined) continue; // `@Param('id')` asks for one value as it came
    const shape = types[index];
    if (!shape || shape === (Object as unknown))
      throw new Error(`${controller.name}.${method} has a ${part} without a class`);
    shapes[part] = shape;
  }
  return shapes;
}

async function checkRequest(request: Request, shapes: Shapes): Promise<void> {
  const json = shapes.body ? await readJson(request) : undefined;
  const faults: Fault[] = [];
  const keep = (checked: Checked<object>): object => {
    if (checked.ok) return checked.value;
    faults.push(...checked.faults);
    return {};
  };
  if (shapes.path) Object.assign(request.params, keep(validateShape(shapes.path, { ...request.params })));
  const query = keep(checkQuery(request, shapes.query));
  Object.defineProperty(request, 'query', { value: query, configurable: true }); // a getter in express 5
  if (shapes.headers) request.headers = { ...request.headers, ...keep(checkHeaders(request, shapes.headers)) };
  if (shapes.body) request.body = keep(checkBody(json, shapes.body));
  if (faults.length > 0) throw new AppError('VALIDATION_ERROR', { details: faults });
}

async function readJson(request: Request): Promise<unknown> {
  const raw = await readBody(request);
  stateOf(request).rawBody = raw;
  return parseStrictJson(raw);
}

function checkQuery(request: Request, shape: Shape | undefined): Checked<object> {
  const sent = new URLSearchParams(/\?(.*)$/s.exec(request.originalUrl)?.[1]);
  const { values, faults } = readQuery(sent, shape);
  const checked: Checked<object> = shape ? validateShape(shape, values) : { ok: true, value: {} };
  if (checked.ok && faults.length === 0) return checked;
  const order = [...sent.keys()];
  const all = [...faults, ...(checked.ok ? [] : checked.faults)];
  return { ok: false, faults: all.sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field)) };
}

function checkHeaders(request: Request, shape: Shape): Checked<object> {
  const sent = [...propertiesOf(shape).keys()].flatMap((name) => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return validateShape(shape, Object.fromEntries(sent));
}

function checkBody(json: unknown, shape: Shape): Checked<object> {
  if (shape !== JsonObject) return validateShape(shape, json);
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ok: true, value: json };
  const value = typeof json === 'object' && json !== null ? JSON.stringify(json).slice(0, 256) : json;
  return { ok: false, faults: [{ field: 'body', code: 'INVALID_TYPE', message: 'body must be an object', value }] };
}
