import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Child, freePort, isFreePort, lastLines } from '#libs/embedded';
import { UserError } from './user-error.js';
import { repositoryPath } from './repository-path.js';
import type { DataFolder, RunningSystem, ServiceUrls } from './data-folder.js';
import type { EmbeddedNats } from './embedded-nats.js';
import { fullDiskHint } from './full-disk-hint.js';
import { KeptFile } from './kept-file.js';
import { embeddedPostgres, prepareDatabase } from './local-database.js';
import { localSecrets } from './local-secrets.js';
import { watchLogSizes } from './log-files.js';
import { baseUrl, serviceEnvironment, SERVICES, type ServiceName, type Surroundings } from './service-environment.js';
import { SupervisedProcess } from './supervised-process.js';

/** Groups of processes in the order of stopping: a group ends together, and what it needs ends after it. */
const STOP_ORDER: readonly (readonly string[])[] = [
  ['gateway'],
  ['renderer', 'webhooks'],
  ['videos', 'credits'],
  ['nats-server'],
  ['postgres'],
];
const SERVICE_GRACE_MS = 25_000;
const SERVER_GRACE_MS = 15_000;
const READY_TIMEOUT_MS = 90_000;
/** Number of ends after which a service that was never ready is given up. */
const HOPELESS_AFTER = 3;

/** PostgreSQL, nats-server and the five services on one machine, kept running until {@link stop}. */
export class LocalSystem {
  private readonly processes = new Map<string, SupervisedProcess>();
  private readonly children = new Map<string, Child>();
  private readonly urls = new Map<ServiceName, ServiceUrls>();
  private readonly closing: (() => void)[] = [];
  private stopped: Promise<void> | undefined;
  private readonly published: KeptFile;
  private place: Surroundings | undefined;

  constructor(
    private readonly folder: DataFolder,
    private readonly options: {
      readonly port: number;
      /** One line about something that a user should know. */
      readonly report: (line: string) => void;
    },
  ) {
    this.published = new KeptFile(folder, 'processes.json', options.report);
  }

  /**
   * Starts everything and returns when every service is ready.
   * @throws UserError when the port is taken or a service does not come up
   */
  async start(): Promise<void> {
    const port = await portToServe(this.options.port);
    this.closing.push(watchLogSizes(this.folder.file('logs'), this.options.report));
    const [nats, databaseUrls] = await Promise.all([this.startNats(), this.startDatabase()]);
    this.place = {
      port,
      natsUrls: nats.urls(),
      databaseUrls,
      storageUrl: process.env['STORAGE_URL'] ?? pathToFileURL(this.folder.file('storage')).href,
      workFolder: this.folder.file('work'),
      codeFolder: repositoryPath('.cache/code'),
      webhookSecretKey: localSecrets(this.folder).webhook_secret_key,
    };
    await Promise.all(SERVICES.map((service) => this.supervise(service, () => this.launchService(service))));
    await Promise.all(SERVICES.map((service) => this.untilReady(service)));
  }

  get baseUrl(): string {
    return baseUrl(this.surroundings.port);
  }

  /** Addresses of the services' metrics now; a service that is started again has another port. */
  get metricsUrls(): readonly string[] {
    return SERVICES.map((service) => this.urls.get(service)!.metrics_url);
  }

  /** Known once PostgreSQL and NATS run. */
  get surroundings(): Surroundings {
    if (!this.place) throw new Error('the local system has not started');
    return this.place;
  }

  /**
   * Stops the services first and PostgreSQL last; each is asked, and killed when it does not end in time. Callable at
   * any time.
   */
  stop(): Promise<void> {
    this.stopped ??= this.stopInOrder();
    return this.stopped;
  }

  private async stopInOrder(): Promise<void> {
    for (const close of this.closing) close();
    this.published.remove(); // no other command should use a system that is about to stop
    for (const names of STOP_ORDER) {
      await Promise.all(names.map((name) => this.stopProcess(name)));
    }
  }

  private async stopProcess(name: string): Promise<void> {
    const isServer = name === 'postgres' || name === 'nats-server';
    const signal = name === 'postgres' ? 'SIGINT' : 'SIGTERM'; // SIGINT: its fast shutdown, which cuts connections
    await this.processes.get(name)?.stop(signal, isServer ? SERVER_GRACE_MS : SERVICE_GRACE_MS);
  }

  /** Prepares the user's own database or ours; returns the URL each owner connects with. */
  private async startDatabase(): Promise<Surroundings['databaseUrls']> {
    const own = process.env['DATABASE_URL'];
    if (own !== undefined) return prepareDatabase({ given: own }, this.folder);
    const postgres = embeddedPostgres(this.folder);
    await this.supervise('postgres', postgres.launch);
    return prepareDatabase({ embedded: postgres.url() }, this.folder);
  }

  /** The code that makes the streams is large; it is loaded while PostgreSQL starts. */
  private async startNats(): Promise<EmbeddedNats> {
    const { embeddedNats } = await import('./embedded-nats.js');
    const nats = embeddedNats(this.folder);
    await this.supervise('nats-server', nats.launch);
    return nats;
  }

  private async supervise(name: string, launch: () => Promise<Child>): Promise<void> {
    if (this.stopped) throw new UserError('Stopped while starting.');
    const supervised = new SupervisedProcess(name, launch, {
      onChange: (child) => {
        if (child) this.children.set(name, child);
        else this.children.delete(name);
        this.publishProcesses();
      },
      onEnd: (end, pauseMs) => {
        const how = end instanceof Error ? firstLine(end.message) : (end.signal ?? `exit code ${end.code}`);
        const again = `${name} ended (${how}); starting it again in ${pauseMs / 1_000} s.`;
        this.options.report(again + fullDiskHint(this.folder.path));
      },
    });
    this.processes.set(name, supervised);
    await supervised.start();
  }

  private async launchService(service: ServiceName): Promise<Child> {
    const healthPort = await freePort();
    const probed = service === 'gateway' ? this.surroundings.port : healthPort; // that callers reach it is what counts
    this.urls.set(service, {
      health_url: `http://127.0.0.1:${probed}/readyz`,
      metrics_url: `http://127.0.0.1:${healthPort}/metrics`,
    });
    const main = repositoryPath('dist', 'apps', service, 'src', 'main.js');
    return Child.start(process.execPath, ['--enable-source-maps', main], {
      cwd: repositoryPath(),
      env: serviceEnvironment(service, this.surroundings, healthPort, process.env),
      logFile: this.logFile(service),
    });
  }

  private logFile(service: ServiceName): string {
    return this.folder.file('logs', `${service}.log`);
  }

  private async untilReady(service: ServiceName): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    for (;;) {
      if (this.stopped) throw new UserError('Stopped while starting.');
      if (await answersOk(this.urls.get(service)!.health_url)) return;
      const failures = this.processes.get(service)!.failures;
      if (failures >= HOPELESS_AFTER || Date.now() > deadline) {
        const file = this.logFile(service);
        throw new UserError(`The service "${service}" does not start. The end of ${file}:\n${lastLines(file, 15)}`);
      }
      await delay(100);
    }
  }

  private publishProcesses(): void {
    const nats = this.children.get('nats-server');
    if (!this.place || !nats || this.stopped) return;
    const services = SERVICES.flatMap((service) => {
      const child = this.children.get(service);
      return child ? [[service, { pid: child.pid, ...this.urls.get(service)! }] as const] : [];
    });
    const system: RunningSystem = {
      supervisor_pid: process.pid,
      place: this.place,
      nats_pid: nats.pid,
      postgres_pid: this.children.get('postgres')?.pid,
      services: Object.fromEntries(services),
    };
    this.published.set(system);
  }
}

/** The given port, once it is free, or any free one for 0. Waits for a port that a dying predecessor still holds. */
async function portToServe(port: number): Promise<number> {
  if (port === 0) return freePort();
  for (let attempt = 0; attempt < 15; attempt++) {
    if (await isFreePort(port)) return port;
    await delay(200);
  }
  throw new UserError(`Port ${port} is taken by another program. Choose another: PORT=${port + 10} npm start`);
}

/** The first line of a failure, which names a log; the other lines are the end of that log. */
function firstLine(text: string): string {
  return text.split('\n', 1)[0]!;
}

async function answersOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(3_000) })).ok;
  } catch {
    return false;
  }
}
