import {
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestOptions,
  type ILoadOptionsFunctions,
  type JsonObject as N8nJsonObject,
  NodeApiError,
  sleep,
} from 'n8n-workflow';
import {
  type ApiAnswer,
  type ApiRequest,
  entriesOf,
  faultOf,
  hasMore,
  type JsonObject,
  type ListPage,
  retryDelayMs,
} from '../../src/index.js';

export type Caller = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions;

/** Time that a node waits in all for what Retry-After asks for, ms. */
const MAX_WAIT_MS = 300_000;
const PAGE_SIZE = 100;

/** Sends a request, again after a refusal that names a time, and returns the body of the answer. */
export async function call(caller: Caller, request: ApiRequest, itemIndex = 0): Promise<unknown> {
  const options = await httpOptions(caller, request);
  for (let leftMs = MAX_WAIT_MS; ;) {
    const answer = await send(caller, options);
    const delayMs = retryDelayMs(answer, leftMs);
    if (delayMs === undefined) return bodyOf(caller, answer, itemIndex);
    leftMs -= delayMs;
    await sleep(delayMs);
  }
}

/** Reads the entries of a list, at most so many. */
export async function listAll(
  caller: Caller,
  requestOf: (page: ListPage) => ApiRequest,
  most: number,
): Promise<JsonObject[]> {
  const entries: JsonObject[] = [];
  for (;;) {
    const limit = Math.min(PAGE_SIZE, most - entries.length);
    const body = await call(caller, requestOf({ limit, offset: entries.length }));
    const page = entriesOf(body);
    entries.push(...page);
    if (page.length === 0 || entries.length >= most || !hasMore(body)) return entries;
  }
}

async function httpOptions(caller: Caller, request: ApiRequest): Promise<IHttpRequestOptions> {
  const { method, path, query, body, idempotencyKey, isFile } = request;
  const { baseUrl } = await caller.getCredentials<{ baseUrl: string }>('framewrightApi');
  return {
    method,
    url: `${baseUrl.replace(/\/$/, '')}${path}`,
    qs: query,
    body,
    json: true,
    headers: idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {},
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    ...(isFile && { encoding: 'arraybuffer' as const }),
  };
}

async function send(caller: Caller, options: IHttpRequestOptions): Promise<ApiAnswer> {
  const answer = await caller.helpers.httpRequestWithAuthentication.call(caller, 'framewrightApi', options);
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

function bodyOf(caller: Caller, answer: ApiAnswer, itemIndex: number): unknown {
  const fault = faultOf({ ...answer, body: parsed(answer) });
  if (fault) throw new NodeApiError(caller.getNode(), parsed(answer) as N8nJsonObject, { ...fault, itemIndex });
  return answer.body;
}

/** The body of an answer; of a refused file, which is read as bytes, the error. */
function parsed({ status, body }: ApiAnswer): unknown {
  if (status < 400 || !(body instanceof Uint8Array)) return body;
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return {};
  }
}
