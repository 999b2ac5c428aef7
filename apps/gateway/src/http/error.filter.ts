import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, Request, Response } from 'express';
import type { AppError } from '#libs/contracts';
import { asAppError, Logger } from '#libs/runtime';
import { allowedMethods } from './allowed-methods.js';
import { toErrorResponse, fromHttpException } from './error-response.js';
import { stateOf } from './request-state.js';

/** The only place that turns errors into HTTP responses. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly log: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const state = stateOf(request);
    const error = describe(thrown);
    state.error = error;
    if (error.code === 'INTERNAL_SERVER_ERROR') this.log.error('request.failed', { request_id: state.id, error });
    if (response.headersSent) {
      response.destroy(); // a truncated response must not look complete
      return;
    }
    const answer = toErrorResponse(error, state.rateWindow);
    const allow = error.status === 404 ? this.allowOf(request) : [];
    if (allow.length > 0) response.setHeader('Allow', allow.join(', '));
    response.status(answer.status).set(answer.headers).json(answer.body);
  }

  /** The methods of this path; empty if the method is not the cause of the 404. */
  private allowOf(request: Request): string[] {
    const methods = allowedMethods(this.adapterHost.httpAdapter.getInstance<Express>(), request.path);
    return methods.includes(request.method) ? [] : methods;
  }
}

function describe(thrown: unknown): AppError {
  return thrown instanceof HttpException ? fromHttpException(thrown) : asAppError(thrown);
}
