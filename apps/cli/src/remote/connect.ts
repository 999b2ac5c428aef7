import { type ApiClient, createApiClient, FramewrightError, type TemplateDocument, unwrap } from '#libs/client';
import { CliError, EnvironmentError, EXIT } from '../cli-error.js';
import { parseJson } from '../documents/json-file.js';
import { type TemplateFile } from '../documents/template-file.js';

/** A server of the API. */
export interface Remote {
  client: ApiClient;
  /** `{base_url}`, with `/v1`. */
  url: string;
  apiKey: string;
  /** URLs of files that were uploaded, by their paths. */
  uploads: Map<string, Promise<string>>;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether an argument is the id of a stored template. */
export function isTemplateId(text: string): boolean {
  return UUID.test(text);
}

/**
 * Connects to a server. Nothing is sent yet.
 *
 * @throws CliError for an address that is none, EnvironmentError without a key
 */
export function connect(address: string | undefined, { FRAMEWRIGHT_API_KEY: apiKey }: NodeJS.ProcessEnv): Remote {
  if (address === undefined) {
    throw new CliError('--remote names the server', EXIT.wrongInput, { code: 'USAGE' });
  }
  const url = URL.parse(address);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new CliError(`--remote must be an http or https URL, not ${address.slice(0, 100)}`, EXIT.wrongInput, {
      code: 'USAGE',
    });
  }
  if (!apiKey) throw new EnvironmentError('--remote needs an API key in FRAMEWRIGHT_API_KEY');
  const baseUrl = `${url.origin}${url.pathname.replace(/\/$/, '').replace(/\/v1$/, '')}/v1`;
  return { client: createApiClient({ baseUrl, apiKey }), url: baseUrl, apiKey, uploads: new Map() };
}

/** A stored template, as if it stood in a file. @throws CliError */
export async function fetchTemplate({ client }: Remote, id: string, signal: AbortSignal): Promise<TemplateFile> {
  const { document } = await asked(() => unwrap(client.GET('/templates/{id}', { params: { path: { id } }, signal })));
  const file = parseJson(JSON.stringify(document), `template ${id}`);
  return { file, folder: process.cwd(), document: document as TemplateFile['document'] };
}

/** Stores a document as a template for the time of some work, unless it is one already. */
export async function withTemplate<T>(
  { client }: Remote,
  template: { id: string } | { document: unknown },
  work: (id: string) => Promise<T>,
): Promise<T> {
  if ('id' in template) return work(template.id);
  const { id } = await asked(() => unwrap(client.POST('/templates', { body: template.document as TemplateDocument })));
  try {
    return await work(id);
  } finally {
    await client.DELETE('/templates/{id}', { params: { path: { id } }, retryForMs: 10_000 }).catch(() => undefined);
  }
}

/** Runs calls of the client. @throws CliError in place of the client's error */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof FramewrightError ? remoteError(error) : error;
  }
}

function remoteError(error: FramewrightError): CliError {
  const { status, code, message, details, faults, requestId } = error;
  const isFinal =
    status === undefined
      ? !['NO_RESPONSE', 'TIMEOUT'].includes(code)
      : status < 500 && ![408, 409, 429].includes(status);
  const rest = [details, status === undefined || status < 500 ? undefined : requestId].filter(Boolean).join(', ');
  const text = rest === '' ? message : `${message} (${rest})`;
  return new CliError(text, isFinal ? EXIT.wrongInput : EXIT.tryAgain, { code, faults, cause: error });
}
