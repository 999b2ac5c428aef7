import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request } from 'express';
import { clientOf } from './caller/client-address.js';
import { stateOf } from './request-state.js';

const current = new AsyncLocalStorage<Request>();

/** The holder of a request's places: its organization, or its client address where none is known. */
export function holderOf(request: Request): string {
  return stateOf(request).caller?.orgId ?? clientOf(request.ip ?? '');
}

/** Runs the work of a request, which {@link currentHolder} then knows. */
export function withRequest<T>(request: Request, work: () => T): T {
  return current.run(request, work);
}

/** The holder of the current work's places. @throws Error outside of a request */
export function currentHolder(): string {
  const request = current.getStore();
  if (!request) throw new Error('work of no request takes no place');
  return holderOf(request);
}
