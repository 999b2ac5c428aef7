import { eventually, serve, startDnsServer, startSystem, type TestSystem } from '#libs/testing';
import { median } from '../cpu-time.ts';

/** Most endpoints of an organization. */
const ENDPOINTS = 20;
const ROUNDS = 5;
/** Number of videos ordered for each silent endpoint in a round: more than its organization has slots for. */
const BACKLOG = 5;

/**
 * Duration of one organization's first attempts, alone and while another has as many endpoints at names whose DNS
 * server never answers. The sides take turns: each round with silent endpoints is followed by a wait for their
 * attempts.
 */
export async function webhooksBench(): Promise<void> {
  const dns = await startDnsServer(({ name, type }) => {
    if (name.endsWith('.silent.test')) return 'silence';
    return { records: type === 'A' ? [{ type: 'A', name, ttl: 0, data: '127.0.0.1' }] : [] };
  });
  const receiver = await startForgetfulReceiver();
  const system = await startSystem({ DNS_SERVERS: dns.address });
  try {
    const { port } = receiver;
    const healthy = await subscribe(system, system.apiKey, (at) => `http://${at}.healthy.test:${port}/${at}`);
    const silent = await subscribe(system, await otherKey(system), (at) => `http://${at}.silent.test:${port}/silent`);
    await firstAttempts(receiver, healthy); // connections and code get warm
    const seconds: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      seconds.alone.push(...(await firstAttempts(receiver, healthy)));
      for (let i = 0; i < BACKLOG; i += 1) for (const endpoint of silent) await endpoint.test();
      seconds.beside.push(...(await firstAttempts(receiver, healthy)));
      for (const endpoint of silent) await eventually(endpoint.isIdle, { timeoutMs: 120_000, everyMs: 500 });
    }
    print(seconds);
  } finally {
    await system.stop();
    await Promise.all([receiver.stop(), dns.stop()]);
  }
}

interface ForgetfulReceiver {
  port: number;
  /** Times of arrival by `webhook-id`. */
  arrivedAtMs: Map<string, number>;
  stop(): Promise<void>;
}

/** A receiver that keeps no connection, so that every attempt has to resolve the endpoint's name. */
async function startForgetfulReceiver(): Promise<ForgetfulReceiver> {
  const arrivedAtMs = new Map<string, number>();
  const server = await serve((request, response) => {
    arrivedAtMs.set(String(request.headers['webhook-id']), Date.now());
    request.resume();
    response.writeHead(204, { connection: 'close' }).end();
  });
  return { port: Number(new URL(server.url).port), arrivedAtMs, stop: server.stop };
}

interface BenchEndpoint {
  /** Orders one attempt; resolves to the `webhook-id` it will carry. */
  test(): Promise<string>;
  isIdle(): Promise<boolean>;
}

async function subscribe(system: TestSystem, key: string, url: (at: number) => string): Promise<BenchEndpoint[]> {
  const endpoints: BenchEndpoint[] = [];
  for (let at = 0; at < ENDPOINTS; at += 1) {
    const body = { url: url(at), events: ['video.finished'] };
    const { id } = (await system.call('POST', '/webhooks', body, key)).body as { id: string };
    endpoints.push({
      async test() {
        const answer = await system.call('POST', `/webhooks/${id}/test`, undefined, key);
        return (answer.body as { event_id: string }).event_id;
      },
      async isIdle() {
        const answer = await system.call('GET', `/webhooks/${id}/deliveries?status=pending`, undefined, key);
        return (answer.body as { data: unknown[] }).data.length === 0;
      },
    });
  }
  return endpoints;
}

async function otherKey(system: TestSystem): Promise<string> {
  const { id } = (await system.operator('organization', 'create', 'Silent')) as { id: string };
  const { key } = (await system.operator('key', 'create', id, '--kind', 'read_write')) as { key: string };
  return key;
}

/** Orders one attempt of each and waits for all; seconds from each order to its arrival. */
async function firstAttempts(receiver: ForgetfulReceiver, endpoints: readonly BenchEndpoint[]): Promise<number[]> {
  const ordered = new Map<string, number>();
  for (const endpoint of endpoints) {
    const atMs = Date.now();
    ordered.set(await endpoint.test(), atMs);
  }
  return eventually(
    () => {
      const arrived = [...ordered].filter(([id]) => receiver.arrivedAtMs.has(id));
      if (arrived.length < endpoints.length) return false;
      return arrived.map(([id, atMs]) => (receiver.arrivedAtMs.get(id)! - atMs) / 1000);
    },
    { timeoutMs: 300_000 },
  );
}

function print({ alone, beside }: Record<'alone' | 'beside', number[]>): void {
  const p95 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN;
  const row = (name: string, of: (values: readonly number[]) => number) =>
    `| ${name} | ${of(alone).toFixed(3)} s | ${of(beside).toFixed(3)} s | ${(of(beside) / of(alone)).toFixed(2)} |\n`;
  process.stdout.write(
    `First attempts at ${ENDPOINTS} healthy endpoints, ${ROUNDS} rounds:\n| | alone | beside silent names | ratio |\n` +
      row('median', median) +
      row('95 %', p95) +
      row('slowest', (values) => Math.max(...values)),
  );
}
