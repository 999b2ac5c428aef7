import type { components } from '#libs/client';
import { listSearch } from './list-search.ts';

export type LoggedRequest = components['schemas']['LoggedRequest'];

/** Classes of statuses that the list can be filtered by. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;
export const STATUS_LABELS: Readonly<Record<(typeof STATUS_CLASSES)[number], string>> = {
  '2xx': 'Succeeded',
  '4xx': 'Refused',
  '5xx': 'Failed',
};

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

/** The filters as the API takes them. */
export function requestQuery({ request, by, status }: RequestSearch) {
  return {
    ...(request !== undefined && { request_id: request }),
    ...(by !== undefined && { caller_id: by }),
    ...(status !== undefined && { status }),
  };
}

/** Methods whose requests have no body, and so can be sent again. */
const BODYLESS: Readonly<Record<string, string>> = { GET: '', HEAD: ' -I', DELETE: ' -X DELETE' };

/** The command that sends a request again, without its query; undefined if it had a body, which is not kept, or no known path. */
export function requestAsCurl({ method, path }: LoggedRequest, baseUrl: string): string | undefined {
  const options = BODYLESS[method];
  if (path === null || options === undefined) return undefined;
  return `curl${options} '${baseUrl}${path.replaceAll("'", '%27')}' -H "Authorization: Bearer $FRAMEWRIGHT_KEY"`;
}
