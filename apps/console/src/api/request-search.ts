import { listSearch } from './list-search.ts';

/** Classes of statuses that the list can be filtered by. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;

/** Filters of the requests, as the address of a page contains them. */
export interface RequestSearch extends ReturnType<typeof listSearch> {
  /** An `X-Request-Id`. */
  request?: string;
  /** Id of a key, a user or a preview token. */
  by?: string;
  status?: (typeof STATUS_CLASSES)[number];
}

const MAX_ID_CHARACTERS = 64;

/** The filters in the address of a page; anything else in it is left out. The router reads an id of digits as a number. */
export function requestSearch(search: Record<string, unknown>): RequestSearch {
  const { request: id, by } = search;
  const request = typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, MAX_ID_CHARACTERS) : '';
  const status = STATUS_CLASSES.find((each) => each === search['status']);
  return {
    ...listSearch(search),
    ...(request !== '' && { request }),
    ...(typeof by === 'string' && { by }),
    ...(status && { status }),
  };
}
