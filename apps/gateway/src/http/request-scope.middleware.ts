import { randomUUID } from 'node:crypto';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { Logger, withCallerSignal, withLogFields } from '#libs/runtime';
import { GatewayConfig } from '../gateway.config.js';
import { requestDuration } from '../gateway.metrics.js';
import type { Credential } from './caller/caller.js';
import { withRequest } from './holder.js';
import { HttpDrain } from './http-drain.js';
import { CLIENT_LEFT, entryOf } from './request-log/request-entry.js';
import { RequestLog } from './request-log/request-log.js';
import { openRequestState, type RequestState, SAFE_REQUEST_ID } from './request-state.js';
import { beginRequestTrace, endRequestTrace, routeOf } from './request-trace.js';
import { securityHeaders } from './security-headers.js';

/**
 * Gives every request its id, log line and metrics, registers it for a graceful shutdown, and lets its work end when its caller
 * hangs up.
 */
@Injectable()
export class RequestScope implements NestMiddleware {
  private readonly headers: Map<string, string>;

  constructor(
    private readonly log: Logger,
    private readonly drain: HttpDrain,
    private readonly requestLog: RequestLog,
    config: GatewayConfig,
  ) {
    this.headers = new Map(securityHeaders(config.publicBaseUrl));
  }

  use(request: Request, response: Response, next: NextFunction): void {
    const state: RequestState = { id: requestId(request.get('x-request-id')), startedAtMs: performance.now() };
    openRequestState(request, state);
    response.setHeaders(this.headers);
    response.setHeader('X-Request-Id', state.id);
    this.drain.admit(response);
    const span = beginRequestTrace(request, state);
    const caller = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) caller.abort(hungUp());
      span.run(() => this.report(request, response, state));
      endRequestTrace(span, request, response, state);
      measure(request, response, state);
      const entry = entryOf(request, response, state);
      if (entry) this.requestLog.note(entry);
    });
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      throw new AppError('BAD_REQUEST', {
        message: 'The request could not be read',
        details: 'The Host header is missing',
      });
    }
    span.run(() => withLogFields({ request_id: state.id }, () => inScope(request, caller.signal, next)));
  }

  private report(request: Request, response: Response, state: RequestState): void {
    this.log.info('request.finished', {
      request_id: state.id,
      method: request.method,
      path: request.path,
      status: response.statusCode,
      error_code: state.error?.code,
      aborted: !response.writableFinished,
      org_id: state.caller?.orgId ?? undefined,
      ...namesOf(state.caller?.credential),
      body_bytes: state.body?.bytes,
      duration_ms: Math.round(performance.now() - state.startedAtMs),
    });
  }
}

/** The reason with which the work of a request ends when its caller hangs up before the response is complete. */
function hungUp(): AppError {
  return new AppError('INTERNAL_SERVER_ERROR', { detail: 'the caller has hung up' });
}

function inScope(request: Request, signal: AbortSignal, work: () => void): void {
  withRequest(request, () => withCallerSignal(signal, work));
}

/** The log's fields for a credential: its id, and the user of a session. */
function namesOf(credential?: Credential): Record<string, string> {
  switch (credential?.kind) {
    case undefined:
      return {};
    case 'key':
      return { key_id: credential.keyId };
    case 'session':
      return { session_id: credential.sessionId, user_id: credential.userId };
    case 'preview':
      return { preview_token_id: credential.tokenId };
  }
}

/** The client's id if it is safe in a log and a header, otherwise a new one. */
function requestId(sent: string | undefined): string {
  return sent !== undefined && SAFE_REQUEST_ID.test(sent) ? sent : randomUUID();
}

function measure(request: Request, response: Response, { startedAtMs }: RequestState): void {
  const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
  const labels = { method: request.method, route: routeOf(request) ?? 'none', status };
  requestDuration.observe(labels, (performance.now() - startedAtMs) / 1_000);
}
