import type { FetchFailure } from './fetch-error.js';

/** Ways in which an address is forbidden, as against being at fault itself. */
export type Refusal = Extract<FetchFailure, 'URL_REFUSED' | 'ADDRESS_REFUSED'>;

export function isRefusal(failure: string | undefined): failure is Refusal {
  return failure === 'URL_REFUSED' || failure === 'ADDRESS_REFUSED';
}
