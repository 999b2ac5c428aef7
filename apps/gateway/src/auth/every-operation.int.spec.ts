import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from '#libs/testing';
import type { Session } from '../accounts/users/account-requests.js';
import type { Access } from '../http/caller/access.js';
import type { Role } from '../http/caller/roles.js';
import { createKey, revokeKey } from '../operator/organizations.js';
import { createConsoleLink } from '../operator/users.js';
import { type AnsweredRpcs, answerRpcs } from '../testing/answered-rpcs.js';
import { ConsoleUsers } from '../testing/console-users.js';
import { type GatewaySystem, startGatewaySystem, UNKNOWN_ID } from '../testing/running-gateway.js';
import { newPreviewToken, PreviewTokenStore } from './preview-token-store.js';

/** An operation as the document describes it. */
interface Described {
  operationId: string;
  security?: Record<string, unknown>[];
  'x-access': Access;
  requestBody?: { content: Record<string, { example?: object }> };
}

interface Operation {
  name: string;
  id: string;
  method: string;
  /** With the parameters of the document. */
  path: string;
  body: object | undefined;
  access: Access;
  /** The ways to prove the caller, by name; the default of the document if the operation states none. */
  security: string[];
}

/** Properties of a caller that decide which operations the documents allow it. */
interface Caller {
  name: string;
  headers: Record<string, string>;
  /** Undefined if nothing proves the caller. */
  proof?: 'key' | 'session' | 'preview';
  role?: Role;
  isOperator?: boolean;
  /** Whether the request comes from a page of another site. */
  isForeign?: boolean;
}

/** Texts of the other organization: only its members see any of them. */
const SECRETS = { organization: 'Zeta Secret Inc.', key: 'zeta-secret-key', invited: 'zeta-secret@example.com' };

let system: GatewaySystem;
let users: ConsoleUsers;
let rpcs: AnsweredRpcs;
let operations: Operation[];
let requests = 0;

beforeAll(async () => {
  system = await startGatewaySystem({ TRUSTED_PROXIES: '127.0.0.1', SESSION_RATE_LIMIT_PER_MINUTE: '100000' });
  users = new ConsoleUsers(system);
  rpcs = await answerRpcs(system.nats.url);
  const document = (await (await fetch(`${system.gateway.url}/v1/openapi.json`)).json()) as {
    security: Record<string, unknown>[];
    paths: Record<string, Record<string, Described>>;
  };
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId: id, security = document.security, ...described }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      id,
      method: method.toUpperCase(),
      path,
      body: id === 'setMaintenance' ? { on: false } : described.requestBody?.content['application/json']?.example,
      access: described['x-access'],
      security: security.flatMap(Object.keys),
    })),
  );
  // The session is needed until its end.
  operations.sort((a, b) => Number(a.id === 'deleteSession') - Number(b.id === 'deleteSession'));
});

afterAll(async () => {
  await rpcs.stop();
  await system.stop();
});

const cookie = (token: string | undefined) => ({ cookie: `framewright_session=${token}` });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The statuses that the document promises to a caller; undefined for whatever the operation itself answers. */
function expectedStatus({ access, method, security }: Operation, caller: Caller): number | undefined {
  const { proof, role, isOperator = false, isForeign = false, headers } = caller;
  const changes = method !== 'GET';
  const isStated = 'origin' in headers || 'sec-fetch-site' in headers; // a program that signs in need not state it
  if (access === 'public') return isForeign && changes && isStated ? 403 : undefined;
  if (proof === undefined) return 401;
  if (isForeign && changes) return 403;
  if (proof === 'preview') return security.includes('previewToken') ? undefined : 401;
  if (!security.includes(proof === 'key' ? 'apiKey' : 'session')) return 403;
  return mayBy(access, { role, isOperator }) ? undefined : 403;
}

const RANK: Readonly<Record<Role, number>> = { viewer: 1, editor: 2, owner: 3 };

function mayBy(access: Access, { role, isOperator }: { role: Role | undefined; isOperator: boolean }): boolean {
  const rank = role === undefined ? 0 : RANK[role];
  switch (access) {
    case 'public':
    case 'session':
      return true;
    case 'member':
    case 'read':
      return rank >= 1;
    case 'write':
      return rank >= 2;
    case 'administer':
      return rank >= 3;
    case 'operate':
      return isOperator;
    case 'preview':
      return false;
  }
}

/** Sends a request from an address of its own, because limits of addresses are not tested here. */
async function send({ method, path, body }: Operation, headers: Record<string, string>, ids: Ids) {
  requests += 1;
  const address = `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`;
  const response = await fetch(`${system.gateway.url}/v1${withIds(path, ids)}`, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': address,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** Ids by their collection in the path. */
type Ids = Readonly<Record<string, string>>;

/** A path with an id in place of each parameter: the id of the parameter's collection, if `ids` has one. */
function withIds(path: string, ids: Ids): string {
  const segments = path.split('/');
  return segments
    .map((segment, at) => (segment.startsWith('{') ? (ids[segments[at - 1]!] ?? UNKNOWN_ID) : segment))
    .join('/');
}

/** Differences between all operations and the document. */
async function deviations(caller: Caller, ids: Ids = {}): Promise<string[]> {
  const found = [];
  for (const operation of operations) {
    const expected = expectedStatus(operation, caller);
    const { status, text } = await send(operation, caller.headers, ids);
    const isRefusal = operation.access === 'public' ? [403, 429].includes(status) : [401, 403, 429].includes(status);
    if (expected === undefined ? isRefusal : status !== expected)
      found.push(`${operation.name}: ${status} instead of ${expected ?? 'its own answer'}`);
    for (const secret of Object.values(SECRETS)) if (text.includes(secret)) found.push(`${operation.name}: ${secret}`);
  }
  return found;
}

const sameSite = (browser: { token: string | undefined }) => ({
  ...cookie(browser.token),
  origin: new URL(system.gateway.url).origin,
});

async function member(role: Role): Promise<Caller> {
  const browser = await users.newUser(`${role}-${randomUUID()}@example.com`, { role });
  return { name: `the session of a member: ${role}`, headers: sameSite(browser), proof: 'session', role };
}

async function foreignOwner(how: string, headers: Record<string, string>): Promise<Caller> {
  const { browser } = await users.newOwner();
  const name = `the session of an owner, from a page of ${how}`;
  return { name, headers: { ...cookie(browser.token), ...headers }, proof: 'session', role: 'owner', isForeign: true };
}

async function operator(): Promise<Caller> {
  const browser = users.newBrowser();
  const options = { orgId: await users.newOrganization(), operator: true };
  await browser.signInByLink((await createConsoleLink(system.em.fork(), options, 'http://localhost/v1')).url);
  const facts = { proof: 'session', role: 'owner', isOperator: true } as const;
  return { name: 'the session of an operator', headers: sameSite(browser), ...facts };
}

/** A user who belongs to no organization, and may accept an invitation. */
async function homeless(): Promise<Caller> {
  const browser = await users.newUser(`homeless-${randomUUID()}@example.com`);
  const em = system.em.fork();
  const user = '(SELECT user_id FROM sessions WHERE hash = sha256(?))';
  const token = Buffer.from(browser.token!);
  await em.execute(`DELETE FROM memberships WHERE user_id = ${user}`, [token]);
  await em.execute('UPDATE sessions SET organization_id = NULL WHERE hash = sha256(?)', [token]);
  return { name: 'the session of a user without an organization', headers: sameSite(browser), proof: 'session' };
}

/** A preview token of a key that may write. */
async function previewToken(): Promise<string> {
  const { orgId, id: keyId } = await system.newKey();
  const { token, hash } = newPreviewToken();
  const shown = { templateId: UNKNOWN_ID, version: null, origins: [], lifeS: 600 };
  const store = system.gateway.service.app.get(PreviewTokenStore);
  await store.add({ id: randomUUID(), hash, orgId, maker: { keyId }, ...shown });
  return token;
}

const rateLimit = 100_000;

/** Every kind of credential that the documents speak of. */
const CALLERS: readonly [string, () => Promise<Caller>][] = [
  ['nothing', () => Promise.resolve({ name: '', headers: {} })],
  ['garbage as a key', () => Promise.resolve({ name: '', headers: bearer('garbage') })],
  ['Basic', () => Promise.resolve({ name: '', headers: { authorization: 'Basic Zm9vOmJhcg==' } })],
  ['garbage as a cookie', () => Promise.resolve({ name: '', headers: cookie('garbage') })],
  ['the cookie of no session', () => Promise.resolve({ name: '', headers: sameSite({ token: 'a'.repeat(43) }) })],
  [
    'a revoked key',
    async () => {
      const { key, id } = await system.newKey({ rateLimit });
      await revokeKey(system.em.fork(), id);
      return { name: '', headers: bearer(key) };
    },
  ],
  [
    'an expired key',
    async () => ({ name: '', headers: bearer((await system.newKey({ rateLimit, expiresAt: new Date(0) })).key) }),
  ],
  [
    'a read key',
    async () => {
      const { key } = await system.newKey({ rateLimit, kind: 'read' });
      return { name: '', headers: bearer(key), proof: 'key', role: 'viewer' };
    },
  ],
  [
    'a read_write key',
    async () => {
      const { key } = await system.newKey({ rateLimit });
      return { name: '', headers: bearer(key), proof: 'key', role: 'editor' };
    },
  ],
  [
    'a bad key beside the cookie of an owner',
    async () => ({ name: '', headers: { ...(await member('owner')).headers, ...bearer('garbage') } }),
  ],
  ['a viewer', () => member('viewer')],
  ['an editor', () => member('editor')],
  ['an owner', () => member('owner')],
  ['an operator', operator],
  ['a user without an organization', homeless],
  ['a preview token', async () => ({ name: '', headers: bearer(await previewToken()), proof: 'preview' })],
  ['a preview token as a cookie', async () => ({ name: '', headers: cookie(await previewToken()) })],
  ['an owner, from another origin', () => foreignOwner('another origin', { origin: 'https://evil.example' })],
  ['an owner, from another site', () => foreignOwner('another site', { 'sec-fetch-site': 'cross-site' })],
  [
    'an owner, from a subdomain',
    () => foreignOwner('a subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://evil.localhost' }),
  ],
  ['an owner, from a sandboxed frame', () => foreignOwner('a sandboxed frame', { origin: 'null' })],
  ['an owner, from a page that states nothing', () => foreignOwner('an unstated origin', {})],
];

it('the document declares of every operation what it demands, and by which credentials', () => {
  expect(operations.length).toBeGreaterThan(90);
  const byAccess = Map.groupBy(operations, ({ access }) => access);
  const schemes = [...byAccess].map(([access, those]) => [
    access,
    [...new Set(those.map((each) => each.security.join()))],
  ]);
  expect(Object.fromEntries(schemes)).toEqual({
    public: [''],
    read: ['apiKey,session'],
    write: ['apiKey,session'],
    member: ['session'],
    session: ['session'],
    administer: ['session'],
    operate: ['session'],
    preview: ['previewToken'],
  });
});

describe('every operation answers as the document declares', () => {
  it.each(CALLERS)('to %s', async (_name, make) => expect(await deviations(await make())).toEqual([]), 300_000);
});

describe('every operation on what is of another organization', () => {
  let other: { orgId: string; browser: Browser; ids: Ids };

  beforeAll(async () => {
    const orgId = await users.newOrganization(SECRETS.organization);
    const browser = users.newBrowser();
    const session = (await browser.signInByLink(await users.linkFor(orgId))).body as Session;
    const key = await createKey(system.em.fork(), { orgId, kind: 'read', name: SECRETS.key });
    const { body } = await browser.call('POST', '/invitations', { email: SECRETS.invited, role: 'owner' });
    const invitations = (body as { id: string }).id;
    other = { orgId, browser, ids: { keys: key.id, members: session.user.id, invitations } };
  });

  /** The gateway's data of the organization. */
  async function kept(): Promise<string> {
    const answers = [];
    for (const path of ['/organization', '/keys', '/members', '/invitations'])
      answers.push((await other.browser.call('GET', path)).body);
    return JSON.stringify(answers);
  }

  it.each<[string, () => Promise<Caller>]>([
    [
      'a key',
      async () => ({
        name: '',
        headers: bearer((await system.newKey({ rateLimit })).key),
        proof: 'key',
        role: 'editor',
      }),
    ],
    ['an owner', () => member('owner')],
  ])(
    'shows nothing of it to %s of another, changes nothing, and asks no service about it',
    async (_who, make) => {
      const before = await kept();
      const asked = rpcs.asked.length;
      expect(await deviations(await make(), other.ids)).toEqual([]);
      const since = rpcs.asked.slice(asked);
      expect(since.length).toBeGreaterThan(20);
      expect(since.filter((request) => request.includes(other.orgId))).toEqual([]);
      expect(await kept()).toBe(before);
    },
    300_000,
  );
});
