import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api-types.js';

/** How to reach the API. */
export interface ApiAddress {
  /** `{base_url}`, with `/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Timeout of a request, ms. Default 30,000. */
  timeoutMs?: number;
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** Every operation of the API by method and path, with typed parameters, bodies and responses. */
export type ApiClient = Client<paths>;

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

const TIMEOUT_MS = 30_000;

/** A client with a key. Requests resolve to `{data, error, response}`; see {@link unwrap}. */
export function createApiClient({
  baseUrl,
  apiKey,
  timeoutMs = TIMEOUT_MS,
  fetch = globalThis.fetch,
}: ApiAddress): ApiClient {
  const client = createFetchClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` }, fetch });
  client.use({
    onRequest: ({ request }) =>
      new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }),
  });
  return client;
}
