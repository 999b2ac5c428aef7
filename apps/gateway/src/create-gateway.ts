import type { INestApplication } from '@nestjs/common';
import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Express, NextFunction, Request, Response } from 'express';
import { connectHandlers } from '#libs/messaging';
import { createService, type Service } from '#libs/runtime';
import { Authentication } from './auth/authentication.middleware.js';
import { GatewayConfig } from './gateway.config.js';
import { GatewayModule } from './gateway.module.js';
import { limitConnections } from './http/server/connection-limits.js';
import { GatewayHttpAdapter } from './http/server/gateway-http-adapter.js';
import { checkMethod } from './http/method-check.js';
import { RequestScope } from './http/request-scope.middleware.js';
import { MaintenanceGate } from './maintenance/maintenance.middleware.js';
import { ApiDocuments } from './openapi/api-documents.js';
import { isPublicRequest } from './openapi/documents.controller.js';
import { HEADER_COMPONENTS } from './openapi/headers.js';
import { allowPreviews } from './preview-tokens/preview-cors.js';
import { RateLimit } from './rate-limit/rate-limit.middleware.js';

/** The gateway, assembled and not yet started. */
export async function createGateway(): Promise<Service> {
  const adapter = new GatewayHttpAdapter();
  const service = await createService('gateway', GatewayModule, adapter);
  const { app } = service;
  connectHandlers(app);
  mountChecks(app);
  app.get(ApiDocuments).describe(app);
  const config = app.get(GatewayConfig);
  const express = adapter.getInstance<Express>();
  express.set('trust proxy', config.trustedProxies);
  const isProxy = express.get('trust proxy fn') as (address: string, hops: number) => boolean;
  limitConnections(adapter.getHttpServer(), config, (address) => isProxy(address, 0));
  return service;
}

/** The places whose requests need a credential: the API, and the tools of agents. */
const GUARDED = ['/v1', '/mcp'];

/**
 * Mounts the checks that come before any route, in the order that docs/api.md promises; permission, JSON and validation
 * follow in `ApiController`. They are mounted by prefix, not as Nest routes: a path that does not decode must pass them
 * too.
 */
function mountChecks(app: INestApplication): void {
  const { corsOrigins } = app.get(GatewayConfig);
  const [scope, maintenance] = [app.get(RequestScope), app.get(MaintenanceGate)];
  const [authentication, rateLimit] = [app.get(Authentication), app.get(RateLimit)];
  app.use((...hop: Hop) => scope.use(...hop));
  app.use(allowPreviews); // its preflights need no listed origin
  if (corsOrigins.length > 0) app.enableCors(corsPolicy(corsOrigins)); // before authentication: a preflight has no key
  app.use(GUARDED, (...hop: Hop) => maintenance.use(...hop));
  app.use(
    GUARDED,
    unlessPublic((...hop: Hop) => authentication.use(...hop)),
  );
  app.use(
    GUARDED,
    unlessPublic((...hop: Hop) => rateLimit.use(...hop)),
  );
  app.use(checkMethod);
}

type Hop = [request: Request, response: Response, next: NextFunction];
type Middleware = (...hop: Hop) => unknown;

function unlessPublic(check: Middleware): Middleware {
  return (request, response, next) => (isPublicRequest(request) ? next() : check(request, response, next));
}

/**
 * The CORS policy for web pages that have a key of their own. Cookies are not allowed, so a page can do only what its
 * key allows.
 */
function corsPolicy(origins: readonly string[]): CorsOptions {
  return {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
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
