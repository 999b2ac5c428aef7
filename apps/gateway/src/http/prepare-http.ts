import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { Express, NextFunction, Request, Response } from 'express';
import { Authentication } from '../auth/authentication.middleware.js';
import { GatewayConfig } from '../gateway.config.js';
import { MaintenanceGate } from '../maintenance/maintenance.middleware.js';
import { RateLimit } from '../rate-limit/rate-limit.middleware.js';
import { answerRefusals } from './node-refusals.js';
import { RequestScope } from './request-scope.middleware.js';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the 60 s after which load balancers drop an idle connection, so that they and not we end it. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Puts the checks that come before any route (API.md §1) in their order; permission, JSON and validation follow in
 * `ApiController`. They are mounted by prefix, not as Nest routes: a path that does not decode must pass them too.
 * Then what Nest has no option for.
 */
export function prepareHttp(app: INestApplication): void {
  const [scope, maintenance] = [app.get(RequestScope), app.get(MaintenanceGate)];
  const [authentication, rateLimit] = [app.get(Authentication), app.get(RateLimit)];
  app.use((...hop: Hop) => scope.use(...hop));
  app.use('/v1', (...hop: Hop) => maintenance.use(...hop));
  app.use('/v1', (...hop: Hop) => authentication.use(...hop));
  app.use('/v1', (...hop: Hop) => rateLimit.use(...hop));

  const express = app.getHttpAdapter().getInstance() as Express;
  express.disable('x-powered-by');
  express.set('trust proxy', app.get(GatewayConfig).trustedProxies);
  express.disable('etag'); // an answer has the ETag that its resource gives it, or none
  const server = app.getHttpServer() as Server;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  answerRefusals(server);
}

type Hop = [request: Request, response: Response, next: NextFunction];
