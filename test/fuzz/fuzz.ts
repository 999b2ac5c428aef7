import { request as httpRequest, Agent } from 'node:http';
import fc from 'fast-check';
import { ApiContract, type ApiDocument, type TestOrganization } from '#libs/testing';
import { SOME_ID } from './arbitrary-of-schema.ts';
import { type FuzzDocument, type FuzzRequest, requestsTo } from './requests.ts';

const AT_ONCE = 25;
/** Requests that are made up at once; all of them would not fit into memory. */
const CHUNK = 1_000;
/** Time limit of a request, ms: longer than any operation takes. A stream that is still open then has sent enough. */
const PATIENCE_MS = 60_000;
const INTERNALS = /node_modules|\n {4}at |file:\/\/\/|SELECT |INSERT |postgres|nats:\/\//i;

export interface FuzzReport {
  requests: number;
  /** Answers by operation and status. */
  answers: Map<string, number>;
  /** Deviations from the document, with the request that shows each: one for each operation and kind of fault. */
  faults: Map<string, string>;
}

/**
 * Sends generated requests of an organization with a raised limit and no credits, and holds every answer against the
 * document: no 5xx, no undocumented status, header or shape, no internals.
 */
export async function fuzz(
  system: TestOrganization,
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzReport> {
  const document = (await (await fetch(`${system.baseUrl}/openapi.json`)).json()) as ApiDocument & FuzzDocument;
  const fuzzer = new Fuzzer(system.baseUrl, new ApiContract(document), await prepare(system, document));
  const made = requestsTo(document);
  for (let sent = 0; sent < requests; sent += CHUNK) {
    await fuzzer.send(fc.sample(made, { numRuns: Math.min(CHUNK, requests - sent), seed: seed + sent }));
  }
  fuzzer.close();
  return fuzzer.report;
}

/** Ids that paths may name, by the first step of the path; the first of each is another organization's. */
type Kind = 'templates' | 'webhooks' | 'videos';
type Known = Readonly<Record<Kind, string[]> & Record<string, string[] | undefined>>;

interface Prepared {
  key: string;
  known: Known;
}

/** An organization of its own, with one thing of each kind; its only video needs an image that no server has. */
async function prepare(system: TestOrganization, document: FuzzDocument): Promise<Prepared> {
  const { id } = (await system.operator('organization', 'create', 'Fuzz')) as { id: string };
  await system.operator('organization', 'limit', id, '1000000');
  const { key } = (await system.operator('key', 'create', id)) as { key: string };
  const make = async (path: string, changes: object = {}, as = key): Promise<string> => {
    const { example } = document.paths[path]!['post']!.requestBody!.content['application/json']!;
    const { body } = await system.call('POST', path, { ...example, ...changes }, as);
    return (body as { id: string }).id;
  };
  const both = async (path: string): Promise<string[]> => [await make(path, {}, system.apiKey), await make(path)];
  const [templates, webhooks] = [await both('/templates'), await both('/webhooks')];
  const video = await make('/videos', { template_id: templates[1], format: 'gif', test: true });
  return { key, known: { templates, webhooks, videos: [video] } };
}

class Fuzzer {
  readonly report: FuzzReport = { requests: 0, answers: new Map(), faults: new Map() };
  private readonly agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

  private readonly baseUrl: string;
  private readonly contract: ApiContract;
  private readonly prepared: Prepared;

  constructor(baseUrl: string, contract: ApiContract, prepared: Prepared) {
    this.baseUrl = baseUrl;
    this.contract = contract;
    this.prepared = prepared;
  }

  /** Sends requests, {@link AT_ONCE} at a time. */
  async send(requests: readonly FuzzRequest[]): Promise<void> {
    const queue = requests.values();
    const client = async (): Promise<void> => {
      for (const request of queue) await this.once(request);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
  }

  close(): void {
    this.agent.destroy();
  }

  private async once(request: FuzzRequest): Promise<void> {
    const pick = (ids: readonly string[]) => ids[request.pick % ids.length]!;
    const { known, key } = this.prepared;
    const path = request.path.replaceAll(/\{\w+\}/g, () => pick(known[kindOf(request.path)] ?? [SOME_ID]));
    const body = request.body?.replaceAll(SOME_ID, pick(known.templates));
    const sent = { ...request, path, body };
    this.report.requests += 1;
    try {
      const answer = await send(`${this.baseUrl}${path}`, sent, { key, agent: this.agent });
      const name = `${request.operation} ${answer.status}`;
      this.report.answers.set(name, (this.report.answers.get(name) ?? 0) + 1);
      for (const fault of this.faultsOf(sent, answer)) this.note(sent, fault);
    } catch (error) {
      this.note(sent, `no answer: ${String(error)}`);
    }
  }

  /**
   * Keeps the known ids up to date: a deleted resource is asked for no more, unless others have deleted it in the
   * meantime.
   */
  private learn({ method, path, status, body }: { method: string; path: string; status: number; body: unknown }): void {
    const ids = this.prepared.known[kindOf(path)];
    if (!ids) return;
    if (status === 201) ids.push((body as { id: string }).id);
    if (method === 'DELETE' && status === 204) ids.splice(ids.indexOf(path.split('/')[2]!), 1);
  }

  private note({ operation, method, path, headers, body = '' }: FuzzRequest, fault: string): void {
    const shown = `${method} ${path} ${JSON.stringify(headers)} ${body}`.slice(0, 2_000);
    this.report.faults.set(`${operation}: ${fault}`.slice(0, 200), `${fault}\n    ${shown}`);
  }

  private faultsOf({ method, path, body: sent }: FuzzRequest, { status, headers, text }: Received): string[] {
    if (status >= 500) return [`status ${status}: ${text.slice(0, 500)}`];
    const revealsInternals = status >= 400 && INTERNALS.test(text) && !INTERNALS.test(path + (sent ?? ''));
    const isJson = /json/.test(headers.get('content-type') ?? '');
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
    this.learn({ method, path, status, body });
    return [
      ...(revealsInternals ? [`reveals internals: ${text.slice(0, 500)}`] : []),
      ...this.contract.faultsOf({ method, path, status, headers, body }),
    ];
  }
}

/** A key finds ids in the paths of a {@link Kind} only: members and invitations are for users. */
function kindOf(path: string): string {
  return path.split(/[/?]/)[1]!;
}

interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a request by node's own client: `fetch` would tidy up the path and refuse some headers before the API sees
 * them.
 */
function send(
  address: string,
  { method, headers, body }: FuzzRequest,
  { key, agent }: { key: string; agent: Agent },
): Promise<Received> {
  const { origin } = new URL(address);
  const path = address.slice(origin.length).replace(/[^!-~]/g, encodeURIComponent);
  const json = body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const options = { method, path, agent, headers: { ...headers, ...json, authorization: `Bearer ${key}` } };
  return new Promise((resolve, reject) => {
    const request = httpRequest(origin, { ...options, timeout: PATIENCE_MS }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        const received = new Headers(response.headers as Record<string, string>);
        resolve({ status: response.statusCode!, headers: received, text });
      });
    });
    request.once('timeout', () => request.destroy(new Error(`silence for ${PATIENCE_MS} ms`)));
    request.once('error', reject);
    request.end(body);
  });
}
