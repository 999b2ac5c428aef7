import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ApiClient, createApiClient } from '#libs/client';
import { checkedFetch } from './api-contract.js';
import { repositoryRoot } from './repository-root.js';

/** An answer of the API; `body` is its JSON, undefined where there is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Fields of `$DATA_DIR/local.json` (apps/local/src/data-folder.ts). */
export interface Access {
  readonly base_url: string;
  readonly assets_url: string;
  readonly org_id: string;
  readonly api_key: string;
  readonly read_key: string;
  readonly templates: readonly { id: string; name: string }[];
}

/** An organization with 1,000 credits on a running system. */
export class TestOrganization {
  private readonly checked = checkedFetch(() => this.baseUrl);

  /** @param environment variables of the system's commands */
  constructor(
    private readonly access: () => Access,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  get baseUrl(): string {
    return this.access().base_url;
  }

  get assetsUrl(): string {
    return this.access().assets_url;
  }

  get orgId(): string {
    return this.access().org_id;
  }

  /** May read and write. */
  get apiKey(): string {
    return this.access().api_key;
  }

  get readKey(): string {
    return this.access().read_key;
  }

  /** The typed client with {@link apiKey}, without its retries; every answer is held against the API's own document. */
  get client(): ApiClient {
    return createApiClient({ baseUrl: this.baseUrl, apiKey: this.apiKey, fetch: this.checked, retryForMs: 0 });
  }

  /** `fetch` below the base address with {@link apiKey}, or another, or none; every answer is held against the document. */
  fetch(path: string, { key = this.apiKey, ...init }: RequestInit & { key?: string | null } = {}): Promise<Response> {
    const request = new Request(`${this.baseUrl}${path}`, init);
    if (key !== null) request.headers.set('authorization', `Bearer ${key}`);
    return this.checked(request);
  }

  /** Calls the API with {@link apiKey}, or another; every answer is held against the API's own document. */
  async call(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await this.fetch(path, { method, key, signal: AbortSignal.timeout(60_000), ...json });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }

  /** `npm run operator -- …`; returns its JSON. */
  operator(...args: string[]): Promise<unknown> {
    return runOperator(this.environment, args);
  }
}

/** `npm run operator -- …` for the system of `environment`'s DATA_DIR; returns its JSON. */
export async function runOperator(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [localProgram(), 'operator', ...args], {
    env: environment,
  });
  return JSON.parse(stdout) as unknown;
}

/** The compiled program of `npm start` and its like. */
export function localProgram(): string {
  const file = join(repositoryRoot(), 'dist/apps/local/src/main.js');
  if (!existsSync(file)) throw new Error(`There is no ${file}: build first (npm run build).`);
  return file;
}

/** The content of `$DATA_DIR/local.json`, which a system writes once it is ready. */
export function readAccess(dataFolder: string): Access {
  return JSON.parse(readFileSync(join(dataFolder, 'local.json'), 'utf8')) as Access;
}
