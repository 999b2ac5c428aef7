import { type AddressInfo, connect, type Socket } from 'node:net';
import { Controller, Injectable, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AppError,
  BATCHES_RPC,
  type BatchValidation,
  BUDGETS,
  CALL_ENDED,
  CallEnded,
  CheckBatch,
  CreateVideo,
  RetryBatch,
  VIDEOS_RPC,
} from '#libs/contracts';
import { LiveHandler, MessagingModule, RpcHandler, startWithHandlers } from '#libs/messaging';
import { Metrics, type Service } from '#libs/runtime';
import { Shares } from '#libs/shares';
import { eventually } from '#libs/testing';
import { type GatewaySystem, startGatewaySystem, UNKNOWN_ID } from '../testing/running-gateway.js';

/** Work of a service behind the gateway. It does not reply before the end of the tests. */
@Injectable()
class Work {
  readonly over = Promise.withResolvers<never>();
  readonly begun: string[] = [];
  /** Calls whose caller is gone. */
  readonly ended: string[] = [];
}

@Controller()
class WorkController {
  constructor(private readonly work: Work) {}

  @RpcHandler(BATCHES_RPC.validate)
  validate(_batch: CheckBatch): Promise<BatchValidation> {
    this.work.begun.push('validation');
    return this.work.over.promise;
  }

  @RpcHandler(VIDEOS_RPC.createVideo)
  create(_video: CreateVideo): Promise<never> {
    this.work.begun.push('video');
    return this.work.over.promise;
  }

  @RpcHandler(BATCHES_RPC.retry)
  retry(_batch: RetryBatch): Promise<never> {
    this.work.begun.push('retry');
    return this.work.over.promise;
  }

  @LiveHandler(CALL_ENDED, { everyReplica: true })
  end({ call_id }: CallEnded): void {
    this.work.ended.push(call_id);
  }
}

@Module({ imports: [MessagingModule.forStandIn('outside')], controllers: [WorkController], providers: [Work] })
class OutsideModule {}

const NOTHING = { active: 0, waiting: 0, bytes: 0 };

let system: GatewaySystem;
let outside: Service;
let work: Work;
let shares: Shares;

beforeAll(async () => {
  system = await startGatewaySystem({ RATE_LIMIT_PER_MINUTE: '10000', TRUSTED_PROXIES: '127.0.0.1' });
  shares = system.gateway.service.app.get(Shares);
  outside = await startWithHandlers('outside', OutsideModule);
  work = outside.app.get(Work);
}, 60_000);

afterAll(async () => {
  work.over.reject(new AppError('RESOURCE_NOT_FOUND'));
  await outside.app.close();
  await system.stop();
}, 30_000);

/** Begins a request that announces a body of `bytes` bytes, or none, and sends the part `sent` of it. */
async function begin(
  path: string,
  key: string,
  { bytes, sent = '' }: { bytes?: number; sent?: string },
): Promise<Socket> {
  const { port } = (system.gateway.service.app.getHttpServer() as { address(): AddressInfo }).address();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined); // a refused rest may be reset
  const length = bytes === undefined ? 'transfer-encoding: chunked' : `content-length: ${bytes}`;
  const head = ['content-type: application/json', length, `authorization: Bearer ${key}`];
  socket.write([`POST ${path} HTTP/1.1`, 'host: x', ...head, '', sent].join('\r\n'));
  await new Promise((resolve) => socket.once('ready', resolve));
  return socket;
}

describe('bodies in memory', () => {
  const { perOrg } = BUDGETS.bodies.bytes;
  const { waitingPerOrg } = BUDGETS.bodies;
  const largest = 3_600_000;
  const fit = Math.floor(perOrg / largest);

  it('are bounded for each organization, whose slow ones hold up no other', async () => {
    const [own, other] = [await system.newKey(), await system.newKey()];
    const bodies = shares.of('bodies');
    const slow: Socket[] = [];
    for (let n = 0; n < fit + waitingPerOrg; n++) {
      slow.push(await begin('/v1/batches/validate', own.key, { bytes: largest, sent: '{' }));
    }
    await eventually(() => bodies.load.waiting === waitingPerOrg);
    expect(bodies.load).toEqual({ active: fit, waiting: waitingPerOrg, bytes: fit * largest });
    const refused = await system.gateway.post('/v1/videos', own.key, {});
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(refused.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Too many request bodies at once',
      details: `The organization has ${fit} request bodies in progress and ${waitingPerOrg} waiting`,
      retry_after: 2,
      limit: 10_000,
    });
    expect((await system.gateway.post('/v1/videos', other.key, '{')).status).toBe(400);
    const metrics = await system.gateway.service.app.get(Metrics).scrape();
    expect(metrics).toContain('framewright_budget_refusals_total{budget="bodies"} 1');
    expect(metrics).toContain(`framewright_budget_pieces{budget="bodies",state="waiting"} ${waitingPerOrg}`);
    for (const socket of slow) socket.destroy();
    await eventually(() => expect(bodies.load).toEqual(NOTHING));
  });

  it('count with the most that their route reads, if they do not announce their bytes', async () => {
    const { key } = await system.newKey();
    const slow = await begin('/v1/webhooks', key, { sent: '2\r\n{"' });
    await eventually(() => shares.of('bodies').load.bytes === 32_768);
    slow.destroy();
    await eventually(() => expect(shares.of('bodies').load).toEqual(NOTHING));
  });
});

describe('work of a request', () => {
  it('takes its organization’s places, and gives them back when its caller hangs up', async () => {
    const [own, other] = [await system.newKey(), await system.newKey()];
    const imports = shares.of('imports');
    const { placesPerOrg, waitingPerOrg } = BUDGETS.imports;
    const slow: Socket[] = [];
    for (let n = 0; n < placesPerOrg + waitingPerOrg; n++) {
      slow.push(await begin('/v1/templates/import', own.key, { bytes: 1_000 }));
    }
    await eventually(() => imports.load.waiting === waitingPerOrg);
    const post = (key: string) => system.gateway.post('/v1/templates/import', key, 'no archive');
    expect(await post(own.key)).toMatchObject({ status: 429, error: { message: 'Too many imports at once' } });
    expect((await post(other.key)).status).toBe(422);
    for (const socket of slow) socket.destroy();
    await eventually(() => expect(imports.load).toEqual(NOTHING));
    expect((await post(own.key)).status).toBe(422);
  });

  it('ends in other services when its caller hangs up, unless it has been accepted before', async () => {
    const { key } = await system.newKey();
    const body = JSON.stringify({ template_id: UNKNOWN_ID, format: 'mp4' });
    const request = { bytes: body.length, sent: body };
    const calls = await Promise.all([
      begin('/v1/videos', key, request),
      begin('/v1/batches/validate', key, request),
      begin(`/v1/batches/${UNKNOWN_ID}/retry`, key, { bytes: 0 }),
    ]);
    await eventually(() => expect([...work.begun].sort()).toEqual(['retry', 'validation', 'video']));
    for (const call of calls) call.destroy();
    await eventually(() => expect(work.ended).toHaveLength(2)); // videos accepts no order from then on
    await eventually(() => expect(shares.of('bodies').load).toEqual(NOTHING));
    expect(work.ended).toHaveLength(2);
  });
});

describe('passwords', () => {
  it('of one client address are checked in turn with those of others', async () => {
    const attempt = (address: string) =>
      fetch(`${system.gateway.url}/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ email: `${address}@example.com`, password: 'wrong password' }),
      });
    expect((await attempt('192.0.2.201')).status).toBe(401);
    const passwords = shares.of('passwords');
    const { waitingPerOrg } = BUDGETS.passwords;
    const place = await passwords.enter({ orgId: '192.0.2.200' });
    const waiting = Array.from({ length: waitingPerOrg }, () => attempt('192.0.2.200'));
    await eventually(() => passwords.load.waiting === waitingPerOrg);
    expect((await attempt('192.0.2.200')).status).toBe(429);
    expect((await attempt('192.0.2.201')).status).toBe(401);
    place.end();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 401));
  });
});
