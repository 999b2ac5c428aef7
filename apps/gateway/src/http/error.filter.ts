import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AppError } from '#libs/contracts';
import { asAppError, Logger } from '#libs/runtime';
import { toErrorResponse, fromHttpException } from './error-response.js';
import { stateOf } from './request-state.js';

/** The only place that turns errors into HTTP responses. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const state = stateOf(request);
    const error = describe(thrown);
    state.error = error;
    if (response.closed) {
      this.log.info('request.abandoned', { request_id: state.id, error });
      return;
    }
    if (error.code === 'INTERNAL_SERVER_ERROR') this.log.error('request.failed', { request_id: state.id, error });
    if (response.headersSent) {
      response.destroy(); // a truncated response must not look complete
      return;
    }
    const sent = toErrorResponse(error, state.rateWindow);
    response.status(sent.status).set(sent.headers).json(sent.body);
  }
}

function describe(thrown: unknown): AppError {
  return thrown instanceof HttpException ? fromHttpException(thrown) : asAppError(thrown);
}
