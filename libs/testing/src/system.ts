import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive, withConnection } from '#libs/embedded';
import { type ApiClient, createApiClient } from '#libs/client';
import { checkedFetch } from './api-contract.js';
import { eventually } from './eventually.js';
import { MoreRenderers, type RendererPlace } from './more-renderers.js';
import { repositoryRoot } from './repository-root.js';
import { temporaryFolder } from './temporary-folder.js';

export type ServiceName = 'gateway' | 'videos' | 'credits' | 'renderer' | 'webhooks';
type OwnerName = Exclude<ServiceName, 'renderer'>;

/** An answer of the API; `body` is its JSON, undefined where there is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** PostgreSQL, NATS and the five services as processes, as `npm start` runs them, on ports and data of their own. */
export interface TestSystem {
  readonly baseUrl: string;
  readonly assetsUrl: string;
  readonly orgId: string;
  /** May read and write; the organization has 1,000 credits. */
  readonly apiKey: string;
  readonly readKey: string;
  readonly templates: readonly { id: string; name: string }[];
  readonly dataFolder: string;
  /** The typed client with {@link apiKey}, without its retries; every answer is held against the API's own document. */
  readonly client: ApiClient;
  /** Calls the API with {@link apiKey}, or another; every answer is held against the API's own document. */
  call(method: string, path: string, body?: object, key?: string): Promise<Answer>;
  /** `fetch` below the base address with {@link apiKey}, or another, or none; every answer is held against the document. */
  fetch(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>;
  /** The metrics of a service, in the format of Prometheus. */
  metrics(service: ServiceName): Promise<string>;
  /** `npm run operator -- …`; returns its JSON. */
  operator(...args: string[]): Promise<unknown>;
  /** Starts one more renderer, which is started again when it ends, and ends with {@link stop}. */
  addRenderer(): Promise<void>;
  /** The processes of all renderers that run now. */
  readonly rendererPids: readonly number[];
  /** Rows of a service's own tables, which callers do not see. */
  query<Row extends object>(service: OwnerName, sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Ends one service's process with SIGKILL; it is started again within a second or two. Waits while it is not running. */
  kill(service: ServiceName): Promise<void>;
  /** Ends one service's process with SIGTERM, as a rollout does, and waits until it has gone; started again likewise. */
  terminate(service: ServiceName): Promise<void>;
  /** Ends nats-server with SIGKILL; started again likewise. */
  killNats(): Promise<void>;
  /** Ends PostgreSQL with SIGKILL, as a power failure would; started again likewise. */
  killPostgres(): Promise<void>;
  /** Ends nats-server with SIGKILL and deletes everything JetStream has stored before it is started again. */
  wipeJetStream(): Promise<void>;
  /** Ends the supervisor with SIGKILL; nothing is left running. {@link restart} brings the system back. */
  killSupervisor(): Promise<void>;
  /** Starts it again on the same data, as after {@link killSupervisor}. The addresses change. */
  restart(): Promise<void>;
  /** Ends everything as Ctrl-C does, and deletes its data. */
  stop(): Promise<void>;
}

/** `$DATA_DIR/local.json` and, of `$DATA_DIR/processes.json`, what is needed here (apps/local/src/data-folder.ts). */
interface Access {
  base_url: string;
  assets_url: string;
  org_id: string;
  api_key: string;
  read_key: string;
  templates: { id: string; name: string }[];
}
interface Processes {
  place: RendererPlace & { databaseUrls: Record<OwnerName, string> };
  services: Partial<Record<ServiceName, { pid: number; metrics_url: string }>>;
  nats_pid: number;
  postgres_pid: number;
}

const READY = 'Framewright is ready.';
/** A test's own server of files may be slow on a crowded machine, or hold a file back. */
const PATIENT = { RATE_LIMIT_PER_MINUTE: '10000', ASSET_STALL_TIMEOUT_MS: '60000' };

/**
 * Starts a whole system from `dist` and returns once it is ready.
 * @param environment tuning for the services, e.g. `{ RATE_LIMIT_PER_MINUTE: '10000' }`
 * @throws Error with the output of a start that failed
 */
export async function startSystem(environment: Readonly<Record<string, string>> = {}): Promise<TestSystem> {
  const dataFolder = temporaryFolder('system');
  const env = { ...process.env, ...PATIENT, ...environment, DATA_DIR: dataFolder, PORT: '0' };
  let supervisor = await startSupervisor(env);
  const read = (name: string): unknown => JSON.parse(readFileSync(join(dataFolder, name), 'utf8'));
  const access = () => read('local.json') as Access;
  const processes = () => read('processes.json') as Processes;
  const more = new MoreRenderers(dataFolder, env);
  const fetch = checkedFetch(() => access().base_url);
  const fetchPath: TestSystem['fetch'] = (path, { key = access().api_key, ...init } = {}) => {
    const request = new Request(`${access().base_url}${path}`, init);
    if (key !== null) request.headers.set('authorization', `Bearer ${key}`);
    return fetch(request);
  };
  const end = async (service: ServiceName, signal: NodeJS.Signals): Promise<void> => {
    const pid = await eventually(() => processes().services[service]?.pid ?? false, { timeoutMs: 60_000 });
    process.kill(pid, signal);
    await eventually(() => processes().services[service]?.pid !== pid, { timeoutMs: 30_000 });
  };
  const killServer = async (server: 'nats_pid' | 'postgres_pid'): Promise<void> => {
    const pid = processes()[server];
    process.kill(pid, 'SIGKILL');
    await eventually(() => !isAlive(pid));
  };
  return {
    get baseUrl() {
      return access().base_url;
    },
    get assetsUrl() {
      return access().assets_url;
    },
    get orgId() {
      return access().org_id;
    },
    get apiKey() {
      return access().api_key;
    },
    get readKey() {
      return access().read_key;
    },
    get templates() {
      return access().templates;
    },
    dataFolder,
    get client() {
      const { base_url: baseUrl, api_key: apiKey } = access();
      return createApiClient({ baseUrl, apiKey, fetch, retryForMs: 0 });
    },
    call: (method, path, body, key) => call(fetchPath, { method, path, body, key }),
    fetch: fetchPath,
    async operator(...args) {
      const { stdout } = await promisify(execFile)(process.execPath, [mainFile(), 'operator', ...args], { env });
      return JSON.parse(stdout) as unknown;
    },
    async metrics(service) {
      const { metrics_url: url } = await eventually(() => processes().services[service] ?? false);
      return (await globalThis.fetch(url)).text();
    },
    addRenderer: () => more.add(processes().place),
    get rendererPids() {
      const own = processes().services.renderer;
      return [...(own ? [own.pid] : []), ...more.pids];
    },
    query: <Row extends object>(service: OwnerName, sql: string, values: readonly unknown[] = []) =>
      withConnection(
        processes().place.databaseUrls[service],
        async (client) => (await client.query<Row>(sql, [...values])).rows,
      ),
    kill: (service) => end(service, 'SIGKILL'),
    terminate: (service) => end(service, 'SIGTERM'),
    killNats: () => killServer('nats_pid'),
    killPostgres: () => killServer('postgres_pid'),
    async wipeJetStream() {
      await killServer('nats_pid');
      rmSync(join(dataFolder, 'nats'), { recursive: true, force: true });
    },
    async killSupervisor() {
      const { services, nats_pid, postgres_pid } = processes();
      supervisor.kill('SIGKILL');
      await once(supervisor, 'exit');
      const pids = [...Object.values(services).map(({ pid }) => pid), nats_pid, postgres_pid];
      await eventually(() => !pids.some(isAlive), { timeoutMs: 30_000 });
    },
    async restart() {
      supervisor = await startSupervisor(env);
    },
    async stop() {
      await more.stop();
      if (supervisor.exitCode === null && supervisor.signalCode === null) {
        supervisor.kill('SIGTERM');
        await once(supervisor, 'exit');
      }
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The channel to the supervisor ends it with us. */
async function startSupervisor(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const supervisor = spawn(process.execPath, ['--enable-source-maps', mainFile(), 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [supervisor.stdout!, supervisor.stderr!]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        if (output.includes(READY)) resolve();
      });
    }
  });
  const failed = once(supervisor, 'exit').then(() => Promise.reject(new Error(`The system did not start:\n${output}`)));
  failed.catch(() => undefined); // later it is no failure any more
  await Promise.race([ready, failed]);
  return supervisor;
}

function mainFile(): string {
  const file = join(repositoryRoot(), 'dist/apps/local/src/main.js');
  if (!existsSync(file)) throw new Error(`There is no ${file}: build first (npm run build).`);
  return file;
}

interface Call {
  method: string;
  path: string;
  body?: object;
  key?: string;
}

async function call(fetch: TestSystem['fetch'], { method, path, body, key }: Call): Promise<Answer> {
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, key, signal: AbortSignal.timeout(60_000), ...json });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}
