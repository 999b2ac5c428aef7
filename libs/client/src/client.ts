import createFetchClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
} from 'openapi-fetch';
import type { components, paths } from './api-types.js';
import type { CallOptions } from './call-options.js';
import { type Fetch, type RetryingFetch, retryingFetch } from './retrying-fetch.js';

/** Address and credentials of the API, and the limits of calls that set none. */
export interface ApiAddress extends CallOptions {
  /** `{base_url}`, with `/v1`. */
  baseUrl: string;
  /** Absent: requests carry no key. A page of the console is known by its session's cookie. */
  apiKey?: string;
  /** Replaces the global `fetch`. */
  fetch?: Fetch;
}

/** Every operation of the API by method and path, with typed parameters, bodies and responses. */
export interface ApiClient extends Pick<Client<paths>, 'use' | 'eject'> {
  readonly GET: ApiMethod<'get'>;
  readonly POST: ApiMethod<'post'>;
  readonly PUT: ApiMethod<'put'>;
  readonly PATCH: ApiMethod<'patch'>;
  readonly DELETE: ApiMethod<'delete'>;
  /** `fetch` with the client's retries and time limits, and without its key: for files. */
  readonly fetch: RetryingFetch;
}

type ApiMethod<Method extends 'get' | 'post' | 'put' | 'patch' | 'delete'> = <
  Path extends ClientPathsWithMethod<Client<paths>, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: undefined extends MaybeOptionalInit<paths[Path], Method> ? [(Init & CallOptions)?] : [Init & CallOptions]
) => Promise<FetchResponse<NonNullable<paths[Path][Method]>, Init, `${string}/${string}`>>;

type Schemas = components['schemas'];
export type Video = Schemas['Video'];
export type VideoRequest = Schemas['CreateVideoBody'];
export type Template = Schemas['Template'];
export type TemplateDocument = Schemas['TemplateDocument'];
export type Webhook = Schemas['Webhook'];
export type WebhookWithSecret = Schemas['WebhookWithSecret'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type Balance = Schemas['Balance'];
export type CreditTransaction = Schemas['CreditTransaction'];
export type ValidationDetail = Schemas['ValidationDetail'];

/** A client with a key. Requests resolve to `{data, error, response}`; see {@link unwrap}. */
export function createApiClient({
  baseUrl,
  apiKey,
  timeoutMs = 30_000,
  retries = 8,
  retryForMs = 300_000,
  fetch = globalThis.fetch,
}: ApiAddress): ApiClient {
  const send = retryingFetch(fetch, baseUrl, { timeoutMs, retries, retryForMs });
  const client = createFetchClient<paths>({
    baseUrl,
    ...(apiKey !== undefined && { headers: { Authorization: `Bearer ${apiKey}` } }),
    // openapi-fetch sets the options that it does not know on the request.
    fetch: (request: Request & CallOptions) => send(request, request),
  });
  return Object.assign(client, { fetch: send }) as ApiClient;
}
