import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  mixin,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { finalize, from, mergeMap, type Observable } from 'rxjs';
import type { RpcContract } from '#libs/contracts';
import { callerSignal } from '#libs/runtime';
import { Shares } from '#libs/shares';

/** Stands for the organization in requests that name none. */
const NO_ORGANIZATION = 'none';

/**
 * Lets a handler begin when it is its organization's turn in the budget of its contract, if this service keeps that
 * budget and a request takes a place in it. The place is given back with the reply.
 */
export function TakesPlace({ budget }: RpcContract): Type<NestInterceptor> {
  @Injectable()
  class PlaceTaker implements NestInterceptor {
    constructor(private readonly shares: Shares) {}

    intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
      const share = this.shares.ofRequest(budget);
      if (!share) return next.handle();
      const { org_id: orgId } = context.switchToRpc().getData<{ org_id?: unknown }>();
      const piece = { orgId: typeof orgId === 'string' ? orgId : NO_ORGANIZATION, signal: callerSignal() };
      return from(share.enter(piece)).pipe(mergeMap((place) => next.handle().pipe(finalize(() => place.end()))));
    }
  }
  return mixin(PlaceTaker);
}
