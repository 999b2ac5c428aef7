import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Child, ensureOwners, type Owner, ownerUrl, startPostgresServer, withConnection } from '#libs/embedded';
import { eventually } from '#libs/testing';
import { addressOf, type Machine, type Network } from './network.ts';

const OWNERS = ['gateway', 'videos', 'credits', 'webhooks'] as const;
/** Services on each of the two machines that may lead. */
const LEADERS = ['videos', 'credits', 'webhooks'] as const;
type Service = (typeof OWNERS)[number] | 'renderer';

const API_PORT = 8080;
const NATS_PORT = 4222;
/**
 * Time without a sign of life after which a renderer is lost, ms. It is short, because the time that counts is that of
 * leadership.
 */
const LEASE_TIMEOUT_MS = '10000';

/** One installation over the machines of a network. The process that starts it runs on the machine `core`. */
export class Cluster {
  readonly baseUrl = `http://127.0.0.1:${API_PORT}/v1`;
  private readonly folder = mkdtempSync(join(tmpdir(), 'framewright-dead-machine-'));
  private databaseUrl = '';
  private databaseUrls: Partial<Record<Service, string>> = {};

  private readonly network: Network;
  private readonly natsServer: string;

  /** @param natsServer the program */
  constructor(network: Network, natsServer: string) {
    this.network = network;
    this.natsServer = natsServer;
  }

  async start(): Promise<void> {
    await Promise.all([this.startDatabase(), this.startNats()]);
    // One after the other: the first to come leads in every service.
    await this.startLeaders('a');
    await eventually(() => LEADERS.every((service) => this.startsOf('a', service) === 1), { timeoutMs: 120_000 });
    await eventually(async () => new Set((await this.leaders()).map(({ service }) => service)).size === LEADERS.length);
    await Promise.all([
      this.startLeaders('b'),
      this.startService('core', 'gateway'),
      this.startService('core', 'renderer'),
    ]);
    await eventually(() => fetch(this.baseUrl), { timeoutMs: 120_000 });
    await eventually(async () => (await this.standbys()) === LEADERS.length, { timeoutMs: 120_000 });
  }

  startService(machine: Machine, service: Service): Promise<Child> {
    const main = join(import.meta.dirname, `../../../dist/apps/${service}/src/main.js`);
    const logFile = this.logFile(machine, service);
    const command = ['netns', 'exec', this.network.namespaceOf(machine), process.execPath, main];
    return Child.start('ip', command, { logFile, env: this.environment(service) });
  }

  async operator(...args: string[]): Promise<unknown> {
    const main = join(import.meta.dirname, '../../../dist/apps/gateway/src/operator/main.js');
    const env = this.environment('gateway');
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], { env });
    return JSON.parse(stdout);
  }

  /** The machines that hold leases that are not over, by service and lock. */
  async leaders(): Promise<{ service: string; lock: string; address: string }[]> {
    const found = LEADERS.map((service) =>
      this.query<{ lock: string; address: string }>(
        `SELECT name AS lock, host(client_addr) AS address FROM ${service}.leader_leases
           JOIN pg_stat_activity ON pid = backend_pid WHERE expires_at > clock_timestamp()`,
      ).then((rows) => rows.map((row) => ({ service, ...row }))),
    );
    return (await Promise.all(found.map((rows) => rows.catch(() => [])))).flat();
  }

  /** Number of processes of a service that have started on a machine. */
  startsOf(machine: Machine, service: Service): number {
    return readFileSync(this.logFile(machine, service), 'utf8').split('"service.started"').length - 1;
  }

  /** The video that this renderer draws now: begun, and with more than half of it to come. @throws Error while there is none */
  async drawnBy(renderer: Child): Promise<string> {
    const [row] = await this.query<{ video_id: string }>(
      `SELECT video_id FROM videos.segments WHERE state = 'LEASED' AND frames_done BETWEEN 1 AND to_frame / 2 AND ${isOf(renderer)}`,
    );
    if (!row) throw new Error('the renderer is in the middle of nothing');
    return row.video_id;
  }

  /**
   * Number of times that renderers have claimed a video, once another than `lost` holds it. @throws Error until then
   */
  async claimsAfter(lost: Child, videoId: string): Promise<number> {
    const [row] = await this.query<{ epoch: number }>(
      `SELECT epoch FROM videos.segments WHERE video_id = '${videoId}' AND epoch > 1 AND NOT ${isOf(lost)}`,
    );
    if (!row) throw new Error('no other renderer has claimed the video');
    return row.epoch;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async standbys(): Promise<number> {
    const sessions = await this.query<{ usename: string }>(
      `SELECT usename FROM pg_stat_activity WHERE application_name = 'leadership' AND host(client_addr) = '${addressOf('b')}'`,
    );
    return sessions.length;
  }

  private query<Row extends object>(sql: string): Promise<Row[]> {
    return withConnection(this.databaseUrl, async (client) => (await client.query<Row>(sql)).rows);
  }

  private async startLeaders(machine: Machine): Promise<void> {
    await Promise.all(LEADERS.map((service) => this.startService(machine, service)));
  }

  private async startDatabase(): Promise<void> {
    const directory = join(this.folder, 'postgres');
    const address = addressOf('core');
    const settings = { listen_addresses: `127.0.0.1,${address}`, fsync: 'off' };
    const password = 'of this test';
    const server = await startPostgresServer({
      directory,
      password,
      settings,
      logFile: this.logFile('core', 'postgres'),
    });
    appendFileSync(join(directory, 'pg_hba.conf'), 'host all all 10.77.0.0/24 scram-sha-256\n');
    server.child.signal('SIGHUP');
    this.databaseUrl = server.url;
    const owners: Owner[] = OWNERS.map((name) => ({ role: name, schema: name, password }));
    await ensureOwners(server.url, owners);
    const remote = new URL(server.url);
    remote.hostname = address;
    this.databaseUrls = Object.fromEntries(owners.map((owner) => [owner.schema, ownerUrl(remote.href, owner)]));
  }

  private async startNats(): Promise<void> {
    const config = join(this.folder, 'nats.conf');
    const jetstream = { store_dir: join(this.folder, 'nats') };
    const asInTheChart = { max_payload: 8_388_608, ping_interval: '5s', ping_max: 2 };
    writeFileSync(config, JSON.stringify({ host: '0.0.0.0', port: NATS_PORT, jetstream, ...asInTheChart }));
    await Child.start(this.natsServer, ['--config', config], { logFile: this.logFile('core', 'nats') });
  }

  private environment(service: Service): NodeJS.ProcessEnv {
    const work = join(this.folder, `work-${service}`);
    mkdirSync(work, { recursive: true });
    return {
      ...process.env,
      DATABASE_URL: this.databaseUrls[service],
      NATS_URL: `nats://${addressOf('core')}:${NATS_PORT}`,
      MIGRATE_ON_START: 'true',
      STORAGE_URL: pathToFileURL(join(this.folder, 'files')).href,
      WORK_DIR: work,
      PUBLIC_BASE_URL: this.baseUrl,
      ASSETS_URL: `http://127.0.0.1:${API_PORT}/assets`,
      WEBHOOK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      ALLOW_PRIVATE_ADDRESSES: '10.77.0.0/24',
      ALLOW_HTTP_TARGETS: 'true',
      ENCODER: 'software',
      RENDER_SLOTS: '1',
      HELD_FRAMES: 'encode', // or a video is over before a machine can be lost during it
      LEASE_TIMEOUT_MS,
      RATE_LIMIT_PER_MINUTE: '10000',
      PORT: String(API_PORT),
      HEALTH_PORT: undefined,
    };
  }

  private logFile(machine: Machine, service: string): string {
    return join(this.folder, `${machine}-${service}.log`);
  }
}

/** SQL: the step's latest claim is this renderer's. */
function isOf(renderer: Child): string {
  return `worker LIKE '%-${renderer.pid}-%'`;
}
