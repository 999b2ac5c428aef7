import type { FetchFailure } from './fetch-error.js';
import { ssrfBlocked } from './net-guard.metrics.js';

/** Ways in which an address is forbidden, as against being at fault itself. */
export type Refusal = Extract<FetchFailure, 'URL_REFUSED' | 'ADDRESS_REFUSED'>;

export function isRefusal(failure: string | undefined): failure is Refusal {
  return failure === 'URL_REFUSED' || failure === 'ADDRESS_REFUSED';
}

/** Counts a connection that was not made, here or in a process of ours that is not asked for its metrics. */
export function countRefusal(reason: Refusal): void {
  ssrfBlocked.inc({ reason });
}
