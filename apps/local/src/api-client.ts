import { Advice } from './advice.js';

/** How to call the API of a system. */
export interface ApiAddress {
  readonly baseUrl: string;
  readonly key: string;
}

/**
 * Calls the API and returns the answer's JSON.
 * @throws Advice with the API's own words for any status but 2xx
 */
export async function callApi(
  api: ApiAddress,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${api.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${api.key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Advice(`${method} ${path} was answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
