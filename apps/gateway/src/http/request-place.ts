import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import type { WorkBudget } from '#libs/contracts';
import { callerSignal } from '#libs/runtime';
import { type Place, Shares } from '#libs/shares';
import { HandlerFact } from './handler-fact.js';
import { holderOf } from './holder.js';

const BUDGET = new HandlerFact<WorkBudget>('gateway:budget');

/** The budget that bounds the requests of a handler; undefined for one that declares none. */
export function budgetOf(handler: object): WorkBudget | undefined {
  return BUDGET.of(handler);
}

/** Declares the budget of a handler whose controller has the interceptor {@link RequestPlace}. */
export function DeclaresBudget(budget: WorkBudget): MethodDecorator {
  return BUDGET.state(budget);
}

/** Declares the budget of a handler that is no operation of the API, and takes its place. */
export function TakesBudget(budget: WorkBudget): MethodDecorator {
  return applyDecorators(DeclaresBudget(budget), UseInterceptors(RequestPlace));
}

/**
 * Lets a request begin when it is its organization's turn in the budget of its handler, if the gateway keeps that
 * budget and a request takes a place in it. The place is given back when the response is over, complete or not. The
 * check of the request comes first, so a body that arrives slowly keeps no place.
 */
@Injectable()
export class RequestPlace implements NestInterceptor {
  constructor(private readonly shares: Shares) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const share = this.shares.ofRequest(budgetOf(context.getHandler()) ?? 'requests');
    if (!share) return next.handle();
    const http = context.switchToHttp();
    const place = await share.enter({ orgId: holderOf(http.getRequest<Request>()), signal: callerSignal() });
    holdUntilOver(place, http.getResponse<Response>(), share.bytesPerS);
    return next.handle();
  }
}

/**
 * Gives a place back when the response is over.
 *
 * @param bytesPerS of the budget: the place is kept until the bytes sent would have passed at this rate
 */
export function holdUntilOver(place: Place, response: Response, bytesPerS = Infinity): void {
  const { socket } = response.req;
  const [startedMs, before] = [performance.now(), socket.bytesWritten];
  const giveBack = () => {
    const dueMs = (1_000 * (socket.bytesWritten - before)) / bytesPerS;
    const restMs = dueMs - (performance.now() - startedMs);
    if (restMs > 0) setTimeout(() => place.end(), restMs).unref();
    else place.end();
  };
  if (response.closed) giveBack();
  else response.once('close', giveBack);
}
