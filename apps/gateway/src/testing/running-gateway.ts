import { type AddressInfo, connect } from 'node:net';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from '@jest/globals';
import { EntityManager } from '@mikro-orm/postgresql';
import { ORGANIZATION_CHANGED } from '#libs/contracts';
import { LivePublisher, NatsLink } from '#libs/messaging';
import { type Service, startService } from '#libs/runtime';
import {
  type SilentProxy,
  startNats,
  startPostgres,
  startSilentProxy,
  temporaryFolder,
  type TestNats,
  type TestPostgres,
} from '#libs/testing';
import type { KeyKind } from '../http/caller/roles.js';
import { createGateway } from '../create-gateway.js';
import { createKey, createOrganization, limitOrganization } from '../operator/organizations.js';

/** An id that does not exist. */
export const UNKNOWN_ID = '0189c0de-0000-7000-8000-000000000001';

/** An error answer of the API; `error` is undefined where the body is no such error. */
export interface ErrorResponse {
  status: number;
  headers: Headers;
  error: { code: string; message: string; details?: unknown; [extra: string]: unknown };
}

type Call = RequestInit & { key?: string };

/** One gateway in this process. */
export interface RunningGateway {
  readonly url: string;
  readonly service: Service;
  request(path: string, call?: Call): Promise<ErrorResponse>;
  /** `body` is sent as it is when it is a string, else as JSON. */
  post(path: string, key: string, body: unknown, headers?: Record<string, string>): Promise<ErrorResponse>;
  /** Writes bytes as they are. @returns the response, to the end of the connection */
  sendRaw(text: string | Buffer): Promise<string>;
  close(): Promise<void>;
}

/** PostgreSQL and NATS with a gateway's schema, and the gateways started on them. No service answers behind them. */
export interface GatewaySystem {
  readonly em: EntityManager;
  readonly nats: TestNats;
  /** The proxy between the gateways and PostgreSQL. */
  readonly database: SilentProxy;
  /** The first gateway, started with the system. */
  readonly gateway: RunningGateway;
  startGateway(): Promise<RunningGateway>;
  /** Notifies the gateways of changed keys or limits, as the operator's command does. */
  announce(orgId: string): Promise<void>;
  newKey(options?: NewKey): Promise<{ orgId: string; id: string; key: string }>;
  stop(): Promise<void>;
}

interface NewKey {
  kind?: KeyKind;
  expiresAt?: Date;
  /** Requests a minute of the key's organization. */
  rateLimit?: number;
}

/** Starts PostgreSQL, NATS and the first gateway. Every gateway gets `environment` in addition to what it needs. */
export async function startGatewaySystem(environment: Record<string, string> = {}): Promise<GatewaySystem> {
  const folder = temporaryFolder('gateway');
  const [postgres, nats]: [TestPostgres, TestNats] = await Promise.all([startPostgres(), startNats()]);
  const database = await startSilentProxy(postgres.url);
  Object.assign(process.env, {
    DATABASE_URL: database.through(await postgres.createOwner('gateway')),
    MIGRATE_ON_START: 'true',
    NATS_URL: nats.url,
    STORAGE_URL: pathToFileURL(folder).href,
    PUBLIC_BASE_URL: 'http://localhost/v1',
    LOG_LEVEL: 'error',
    ...environment,
  });
  const running: RunningGateway[] = [];
  const startGateway = async (): Promise<RunningGateway> => {
    const gateway = await runGateway();
    running.push(gateway);
    return gateway;
  };
  const gateway = await startGateway();
  const em = gateway.service.app.get(EntityManager).fork();
  return {
    em,
    nats,
    database,
    gateway,
    startGateway,
    async announce(org_id) {
      const { app } = gateway.service;
      app.get(LivePublisher).publish(ORGANIZATION_CHANGED, { org_id });
      await app.get(NatsLink).connection.flush();
    },
    async newKey({ kind = 'read_write', expiresAt, rateLimit } = {}) {
      const { id: orgId } = await createOrganization(em.fork(), 'Acme');
      if (rateLimit !== undefined) await limitOrganization(em.fork(), orgId, rateLimit);
      return { orgId, ...(await createKey(em.fork(), { orgId, kind, expiresAt })) };
    },
    async stop() {
      await Promise.all(running.map((each) => each.close()));
      await Promise.all([postgres.stop(), nats.stop(), database.stop()]);
      for (const name of Object.keys(environment)) Reflect.deleteProperty(process.env, name);
    },
  };
}

/** Such a system for the tests of a file. */
export function useGatewaySystem(environment: Record<string, string> = {}): GatewaySystem {
  const system = {} as GatewaySystem;
  beforeAll(async () => {
    Object.assign(system, await startGatewaySystem(environment));
  });
  afterAll(() => system.stop());
  return system;
}

async function runGateway(): Promise<RunningGateway> {
  const service = await createGateway();
  await startService(service);
  await service.app.listen(0, '127.0.0.1');
  const { port } = (service.app.getHttpServer() as { address(): AddressInfo }).address();
  const url = `http://127.0.0.1:${port}`;
  let closed: Promise<void> | undefined;
  return {
    url,
    service,
    request: (path, call) => send(`${url}${path}`, call),
    post: (path, key, body, headers = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return send(`${url}${path}`, { key, method: 'POST', body: text, headers });
    },
    sendRaw: (text) => sendRaw(port, text),
    close: () => (closed ??= service.app.close()),
  };
}

async function send(url: string, { key, ...init }: Call = {}): Promise<ErrorResponse> {
  const headers = new Headers(init.headers);
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  if (init.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as { error: ErrorResponse['error'] };
  return { status: response.status, headers: response.headers, error: body.error };
}

/** Time without data after which a response counts as complete although its connection stays open, ms. */
const QUIET_MS = 5_000;

async function sendRaw(port: number, text: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text); // and not its end: node drops the requests of a client that hangs up
  socket.setTimeout(QUIET_MS, () => socket.destroy());
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined); // a refused rest may be reset; what was received before counts
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

/** Waits until at least `leastLeftS` of the minute are left. Otherwise a test's requests would count in two windows. */
export async function untilEarlyInTheMinute(leastLeftS = 5): Promise<void> {
  const second = (Date.now() / 1_000) % 60;
  if (second > 60 - leastLeftS) await new Promise((resolve) => setTimeout(resolve, (60.1 - second) * 1_000));
}
