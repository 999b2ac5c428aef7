import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, withConnection } from '#libs/embedded';
import { eventually } from './eventually.js';
import { MoreRenderers, type RendererPlace } from './more-renderers.js';
import { repositoryRoot } from './repository-root.js';
import { temporaryFolder } from './temporary-folder.js';
import { type Access, localProgram, readAccess, TestOrganization } from './test-organization.js';

export type ServiceName = 'gateway' | 'videos' | 'credits' | 'renderer' | 'webhooks';
type OwnerName = Exclude<ServiceName, 'renderer'>;

/** Fields of `$DATA_DIR/processes.json` (apps/local/src/data-folder.ts). */
interface Processes {
  place: RendererPlace & { databaseUrls: Record<OwnerName, string> };
  services: Partial<Record<ServiceName, { pid: number; metrics_url: string }>>;
  nats_pid: number;
  postgres_pid: number;
}

const READY = 'Framewright is ready.';

/** The environment of a test's system. */
export function systemEnvironment(dataFolder: string, tuning: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // As the services have it: the commands of operators are processes, too.
    NODE_COMPILE_CACHE: join(repositoryRoot(), '.cache/code'),
    RATE_LIMIT_PER_MINUTE: '10000',
    // A test's own server of files may be slow on a crowded machine, or hold a file back.
    ASSET_STALL_TIMEOUT_MS: '60000',
    ...tuning,
    DATA_DIR: dataFolder,
    PORT: '0',
  };
}

/**
 * Starts a whole system from `dist` and returns once it is ready.
 * @param tuning variables for the services, e.g. `{ RATE_LIMIT_PER_MINUTE: '10000' }`
 * @throws Error with the output of a start that failed
 */
export async function startSystem(tuning: Readonly<Record<string, string>> = {}): Promise<TestSystem> {
  const dataFolder = temporaryFolder('system');
  const environment = systemEnvironment(dataFolder, tuning);
  return new TestSystem(dataFolder, environment, await startSupervisor(environment));
}

/** PostgreSQL, NATS and the five services as processes, as `npm start` runs them, on ports and data of their own. */
export class TestSystem extends TestOrganization {
  private readonly more: MoreRenderers;

  constructor(
    readonly dataFolder: string,
    private readonly variables: NodeJS.ProcessEnv,
    private supervisor: ChildProcess,
  ) {
    super(() => readAccess(dataFolder), variables);
    this.more = new MoreRenderers(dataFolder, variables);
  }

  get templates(): Access['templates'] {
    return readAccess(this.dataFolder).templates;
  }

  /** The metrics of a service, in the format of Prometheus. */
  async metrics(service: ServiceName): Promise<string> {
    const { metrics_url: url } = await eventually(() => this.processes.services[service] ?? false);
    return (await fetch(url)).text();
  }

  /** Starts one more renderer, which is started again when it ends, and ends with {@link stop}. */
  addRenderer(): Promise<void> {
    return this.more.add(this.processes.place);
  }

  /** The processes of all renderers that run now. */
  get rendererPids(): readonly number[] {
    const own = this.processes.services.renderer;
    return [...(own ? [own.pid] : []), ...this.more.pids];
  }

  /** Rows of a service's own tables, which callers do not see. */
  query<Row extends object>(service: OwnerName, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return withConnection(
      this.processes.place.databaseUrls[service],
      async (client) => (await client.query<Row>(sql, [...values])).rows,
    );
  }

  /** Ends one service's process with SIGKILL; it is started again within a second or two. Waits while it is not running. */
  kill(service: ServiceName): Promise<void> {
    return this.end(service, 'SIGKILL');
  }

  /**
   * Ends one service's process with SIGTERM, as a rollout does, and waits until it has gone; it is then started again.
   */
  terminate(service: ServiceName): Promise<void> {
    return this.end(service, 'SIGTERM');
  }

  /** Ends nats-server with SIGKILL; it is then started again. */
  killNats(): Promise<void> {
    return this.killServer('nats_pid');
  }

  /** Ends PostgreSQL with SIGKILL, as a power failure would; it is then started again. */
  killPostgres(): Promise<void> {
    return this.killServer('postgres_pid');
  }

  /** Ends nats-server with SIGKILL and deletes everything JetStream has stored before it is started again. */
  async wipeJetStream(): Promise<void> {
    await this.killServer('nats_pid');
    rmSync(join(this.dataFolder, 'nats'), { recursive: true, force: true });
  }

  /** Ends the supervisor with SIGKILL; nothing is left running. {@link restart} brings the system back. */
  async killSupervisor(): Promise<void> {
    const { services, nats_pid, postgres_pid } = this.processes;
    this.supervisor.kill('SIGKILL');
    await once(this.supervisor, 'exit');
    const pids = [...Object.values(services).map(({ pid }) => pid), nats_pid, postgres_pid];
    await eventually(() => !pids.some(isAlive), { timeoutMs: 30_000 });
  }

  /** Starts it again on the same data, as after {@link killSupervisor}. The addresses change. */
  async restart(): Promise<void> {
    this.supervisor = await startSupervisor(this.variables);
  }

  /** Ends everything as Ctrl-C does, and deletes its data. */
  async stop(): Promise<void> {
    await this.more.stop();
    if (this.supervisor.exitCode === null && this.supervisor.signalCode === null) {
      this.supervisor.kill('SIGTERM');
      await once(this.supervisor, 'exit');
    }
    rmSync(this.dataFolder, { recursive: true, force: true });
  }

  private get processes(): Processes {
    return JSON.parse(readFileSync(join(this.dataFolder, 'processes.json'), 'utf8')) as Processes;
  }

  private async end(service: ServiceName, signal: NodeJS.Signals): Promise<void> {
    const pid = await eventually(() => this.processes.services[service]?.pid ?? false, { timeoutMs: 60_000 });
    process.kill(pid, signal);
    await eventually(() => this.processes.services[service]?.pid !== pid, { timeoutMs: 30_000 });
  }

  private async killServer(server: 'nats_pid' | 'postgres_pid'): Promise<void> {
    const pid = this.processes[server];
    process.kill(pid, 'SIGKILL');
    await eventually(() => !isAlive(pid));
  }
}

/** Starts the supervisor. Its channel to this process ends it when this process ends. */
async function startSupervisor(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const supervisor = spawn(process.execPath, ['--enable-source-maps', localProgram(), 'start'], {
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
