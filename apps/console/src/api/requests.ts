import type { components } from '#libs/client';
import type { RequestSearch, STATUS_CLASSES } from './request-search.ts';

export type LoggedRequest = components['schemas']['LoggedRequest'];

/** The words for classes of statuses. */
export const STATUS_LABELS: Readonly<Record<(typeof STATUS_CLASSES)[number], string>> = {
  '2xx': 'Succeeded',
  '4xx': 'Refused',
  '5xx': 'Failed',
};

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
