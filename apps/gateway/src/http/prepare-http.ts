import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Express, NextFunction, Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { Authentication } from '../auth/authentication.middleware.js';
import { GatewayConfig } from '../gateway.config.js';
import { MaintenanceGate } from '../maintenance/maintenance.middleware.js';
import { ApiDocuments } from '../openapi/api-documents.js';
import { HEADER_COMPONENTS } from '../openapi/headers.js';
import { isPublicPath } from '../openapi/documents.controller.js';
import { RateLimit } from '../rate-limit/rate-limit.middleware.js';
import { limitConnections } from './connection-limits.js';
import { answerRefusals } from './node-refusals.js';
import { RequestScope } from './request-scope.middleware.js';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const TIMEOUT_CHECK_MS = 2_000;
/** Longer than the 60 s after which load balancers drop an idle connection, so that they and not we end it. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Puts the checks that come before any route (API.md §1) in their order; permission, JSON and validation follow in
 * `ApiController`. They are mounted by prefix, not as Nest routes: a path that does not decode must pass them too.
 * Then what Nest has no option for.
 */
export function prepareHttp(app: INestApplication): void {
  const express = app.getHttpAdapter().getInstance() as Express;
  const config = app.get(GatewayConfig);
  const { corsOrigins, trustedProxies } = config;
  const [scope, maintenance] = [app.get(RequestScope), app.get(MaintenanceGate)];
  const [authentication, rateLimit] = [app.get(Authentication), app.get(RateLimit)];
  // The router is made by now, so that express's setting has no effect; what is mounted from here on goes by it.
  Object.assign(express.router, { caseSensitive: true });
  app.use((...hop: Hop) => scope.use(...hop));
  if (corsOrigins.length > 0) app.enableCors(corsPolicy(corsOrigins)); // a preflight has no key to show
  app.use('/v1', (...hop: Hop) => maintenance.use(...hop));
  app.use(
    '/v1',
    unlessPublic((...hop: Hop) => authentication.use(...hop)),
  );
  app.use(
    '/v1',
    unlessPublic((...hop: Hop) => rateLimit.use(...hop)),
  );
  app.use('/v1', refuseTrailingSlash);
  app.get(ApiDocuments).describe(app);

  express.disable('x-powered-by');
  express.set('trust proxy', trustedProxies);
  express.disable('etag'); // an answer has the ETag that its resource gives it, or none
  const server = app.getHttpServer() as Server;
  // As an option of createServer, which is Nest's to call: how often the two times below are looked at.
  Object.assign(server, { connectionsCheckingInterval: TIMEOUT_CHECK_MS });
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.maxHeadersCount = 0; // none is dropped unsaid; the 16 KiB of all headers bound their number
  const isProxy = express.get('trust proxy fn') as (address: string, hops: number) => boolean;
  limitConnections(server, config, (address) => isProxy(address, 0));
  answerRefusals(server);
}

type Hop = [request: Request, response: Response, next: NextFunction];
type Middleware = (...hop: Hop) => unknown;

/** express's routes take one; by then its router is made and cannot be told otherwise. `/videos/` has no other name. */
function refuseTrailingSlash(request: Request, _response: Response, next: NextFunction): void {
  if (request.path.endsWith('/')) throw new AppError('RESOURCE_NOT_FOUND');
  next();
}

function unlessPublic(check: Middleware): Middleware {
  return (request, response, next) => (isPublicPath(request.path) ? next() : check(request, response, next));
}

/** For web pages that hold a key of their own; no cookies, so nothing is lent to a page that it does not have. */
function corsPolicy(origins: readonly string[]): CorsOptions {
  return {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-None-Match',
      'Last-Event-ID',
      'X-Request-Id',
    ],
    exposedHeaders: [...Object.keys(HEADER_COMPONENTS)],
    maxAge: 600,
  };
}
