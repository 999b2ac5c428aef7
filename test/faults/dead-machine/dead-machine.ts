import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type { Child } from '#libs/embedded';
import { eventually } from '#libs/testing';
import { Cluster } from './cluster.ts';
import { addressOf, buildNetwork, type Network, networkOf } from './network.ts';

/** Set for the process on the machine `core` by the process that has built the network. */
const OWNER = 'FRAMEWRIGHT_DEAD_MACHINE_OWNER';
/** Time within which everything works again after the leaders' machine has gone, ms. */
const WITHIN_MS = 45_000;
const RECEIVER_PORT = 9_000;
const SETTING_UP = { timeoutMs: 180_000, everyMs: 250 };
const SHORT_S = 2;
/** Seconds of a video that takes long enough to lose a renderer in the middle of it. */
const LONG_S = 60;

/**
 * Starts two `videos`, `credits` and `webhooks`, on two machines. Drops all packets of the machine that leads, then
 * kills its processes and a renderer in the middle of a video. Expects within 45 s that this video is repaired and that
 * a new one is rendered and announced.
 */
export async function deadMachine(): Promise<void> {
  const owner = process.env[OWNER];
  if (owner !== undefined) return onCore(Number(owner));
  const natsServer = natsServerOfTheChart();
  const network = buildNetwork();
  const args = [
    'netns',
    'exec',
    network.namespaceOf('core'),
    process.execPath,
    ...process.execArgv,
    ...process.argv.slice(1),
  ];
  const env = { ...process.env, [OWNER]: String(process.pid), NATS_SERVER_PATH: natsServer };
  const child = spawn('ip', args, { stdio: 'inherit', env });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}

/** The chart's nats-server. That of a distribution may be so old that it never notices a vanished machine. */
function natsServerOfTheChart(): string {
  const ensure = join(import.meta.dirname, '../../tools/ensure.mjs');
  const paths = execFileSync(process.execPath, [ensure, 'nats'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (JSON.parse(paths) as Record<'nats-server', string>)['nats-server'];
}

async function onCore(owner: number): Promise<void> {
  const network = networkOf(owner);
  const natsServer = process.env['NATS_SERVER_PATH']!;
  say(execFileSync(natsServer, ['--version'], { encoding: 'utf8' }).trim());
  const cluster = new Cluster(network, natsServer);
  try {
    await cluster.start();
    await loseTheLeader(cluster, network);
  } finally {
    for (const machine of ['a', 'b'] as const) network.kill(machine);
    cluster.remove();
  }
  process.exit(); // with its children
}

async function loseTheLeader(cluster: Cluster, network: Network): Promise<void> {
  const renderer = await cluster.startService('core', 'renderer');
  const customer = await Customer.arrive(cluster);
  const first = await customer.create('first', SHORT_S);
  await customer.untilReceived('video.finished', first, SETTING_UP.timeoutMs);
  await eventually(() => cluster.startsOf('core', 'renderer') === 2, SETTING_UP);
  const leading = await cluster.leaders();
  if (leading.some(({ address }) => address !== addressOf('a')))
    throw new Error(`Machine a does not lead: ${described(leading)}`);
  for (const name of ['long-1', 'long-2']) await customer.create(name, LONG_S);
  const video = await eventually(() => cluster.drawnBy(renderer), SETTING_UP);
  say('One machine leads everything; its packets are dropped now, and a renderer is killed in the middle of a video.');

  network.drop('a');
  renderer.killGroup();
  const watch = new Stopwatch();
  await Promise.all([
    seeRepair({ cluster, customer, lost: { renderer, video }, watch }),
    seeNewVideo(customer, watch),
    delay(3_000).then(() => network.kill('a')),
  ]);
  const leaders = await eventually(
    async () => {
      const found = await cluster.leaders();
      const hasMoved = found.length >= leading.length && found.every(({ address }) => address === addressOf('b'));
      if (!hasMoved) throw new Error(`Leadership has not moved: ${described(found)}`);
      return found;
    },
    { timeoutMs: watch.leftMs },
  );
  watch.say(`the other machine leads: ${described(leaders)}`);
}

async function seeNewVideo(customer: Customer, watch: Stopwatch): Promise<void> {
  const fresh = await customer.create('fresh', SHORT_S, watch.leftMs);
  watch.say('a new video is accepted');
  await customer.untilReceived('video.finished', fresh, watch.leftMs);
  watch.say('it is rendered and announced');
}

interface Repair {
  cluster: Cluster;
  customer: Customer;
  lost: { renderer: Child; video: string };
  watch: Stopwatch;
}

async function seeRepair({ cluster, customer, lost, watch }: Repair): Promise<void> {
  const claims = await eventually(() => cluster.claimsAfter(lost.renderer, lost.video), { timeoutMs: watch.leftMs });
  watch.say(`the video whose renderer was lost has another: claim ${claims}`);
  await customer.untilReceived('video.finished', lost.video, watch.leftMs);
  watch.say('it is rendered and announced: repaired');
}

/** Measures the time since the first dropped packet. */
class Stopwatch {
  private readonly startedAtMs = performance.now();

  /** Time left until everything must flow again, ms. */
  get leftMs(): number {
    return WITHIN_MS - (performance.now() - this.startedAtMs);
  }

  say(line: string): void {
    say(`${((performance.now() - this.startedAtMs) / 1_000).toFixed(1)} s: ${line}`);
  }
}

/** Time for which a request is repeated, and its idempotency key. */
interface Patience {
  key?: string;
  timeoutMs?: number;
}

/** A caller of the API with a webhook, who asks again until there is an answer. */
class Customer {
  private readonly received: { type: string; id: string }[] = [];
  private templates: Record<number, string> = {};

  private readonly cluster: Cluster;
  private readonly key: string;

  private constructor(cluster: Cluster, key: string) {
    this.cluster = cluster;
    this.key = key;
  }

  static async arrive(cluster: Cluster): Promise<Customer> {
    const organization = (await cluster.operator('organization', 'create', 'Acme')) as { id: string };
    const { key } = (await cluster.operator('key', 'create', organization.id)) as { key: string };
    await cluster.operator('credits', 'grant', organization.id, '1000');
    const customer = new Customer(cluster, key);
    await customer.listen();
    for (const seconds of [SHORT_S, LONG_S]) customer.templates[seconds] = await customer.createTemplate(seconds);
    return customer;
  }

  async create(name: string, seconds: number, timeoutMs = SETTING_UP.timeoutMs): Promise<string> {
    const body = { template_id: this.templates[seconds], format: 'mp4' };
    return (await this.post('/videos', body, { key: name, timeoutMs })).id;
  }

  async untilReceived(type: string, id: string, timeoutMs: number): Promise<void> {
    const hasArrived = () => this.received.some((event) => event.type === type && event.id === id);
    await eventually(hasArrived, { timeoutMs }).catch((error: unknown) => {
      throw new Error(`${type} of ${id} was not received.`, { cause: error });
    });
  }

  private async listen(): Promise<void> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
        this.received.push({ type, id: data.id });
        response.writeHead(204).end();
      });
    });
    server.listen(RECEIVER_PORT, addressOf('core'));
    await once(server, 'listening');
    const events = ['video.started', 'video.finished', 'video.failed'];
    await this.post('/webhooks', { url: `http://${addressOf('core')}:${RECEIVER_PORT}/`, events });
  }

  private async createTemplate(seconds: number): Promise<string> {
    const box = { name: 'box', type: 'shape', shape: 'rectangle', width: 200, height: 100, fill_color: '#0f766e' };
    const page = { number: 1, duration: seconds, background_color: '#1e3a8a', layers: [box] };
    return (await this.post('/templates', { name: 'A box', width: 640, height: 360, pages: [page] })).id;
  }

  private post(path: string, body: object, { key, timeoutMs }: Patience = {}): Promise<{ id: string }> {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
    return eventually(
      async () => {
        const answer = await fetch(`${this.cluster.baseUrl}${path}`, {
          method: 'POST',
          headers: { ...headers, ...(key && { 'idempotency-key': key }) },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(10_000),
        });
        const answered = await answer.text();
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answered}`);
        return JSON.parse(answered) as { id: string };
      },
      { ...SETTING_UP, ...(timeoutMs && { timeoutMs }) },
    );
  }
}

function described(leaders: Awaited<ReturnType<Cluster['leaders']>>): string {
  return leaders.map(({ service, lock, address }) => `${service}/${lock} ${address}`).join(', ');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
