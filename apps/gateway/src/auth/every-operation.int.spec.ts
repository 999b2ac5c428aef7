import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from '#libs/testing';
import type { Role } from '../http/caller.js';
import { ConsoleUsers } from '../testing/console-users.js';
import { newPreviewToken, PreviewTokenStore } from './preview-token-store.js';
import { type GatewaySystem, startGatewaySystem, UNKNOWN_ID } from '../testing/running-gateway.js';

/** Who may call an operation, by what the document says of it. */
type Credential = 'none' | 'key or session' | 'session' | 'preview token';

interface Operation {
  name: string;
  method: string;
  path: string;
  body?: object;
  credential: Credential;
}

type Described = { security?: object[]; requestBody?: { content: Record<string, { example?: object }> } };

let system: GatewaySystem;
let users: ConsoleUsers;
let operations: Operation[];

beforeAll(async () => {
  system = await startGatewaySystem({ TRUSTED_PROXIES: '127.0.0.1' });
  users = new ConsoleUsers(system);
  const document = (await (await fetch(`${system.gateway.url}/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => operationOf(method.toUpperCase(), path, described)),
  );
});

afterAll(() => system.stop());

function operationOf(method: string, path: string, { security, requestBody }: Described): Operation {
  return {
    name: `${method} ${path}`,
    method,
    path: path.replace(/\{\w+\}/g, UNKNOWN_ID),
    body: requestBody?.content['application/json']?.example,
    credential: credentialOf(security),
  };
}

function credentialOf(security?: object[]): Credential {
  if (security === undefined) return 'key or session';
  if (security.length === 0) return 'none';
  return security.some((scheme) => 'previewToken' in scheme) ? 'preview token' : 'session';
}

/** Draws a picture and changes nothing. */
const isWrite = ({ method, path }: Operation) => method !== 'GET' && path !== '/frames';
const isOfOperators = ({ path }: Operation) => path.startsWith('/operator/');
/** What every user does: with the own session, and as one who has a template open. */
const isOfOwnSession = ({ path }: Operation) => path.startsWith('/session') || path.endsWith('/presence');
const isOfOwners = (each: Operation) => each.credential === 'session' && !isOfOperators(each) && !isOfOwnSession(each);

async function userWithRole(role: Role): Promise<Browser> {
  const orgId = await users.newOrganization();
  return users.newUser(`${role}-of-${orgId}@example.com`, { role, orgId });
}

/** A preview token of a key that may write. */
async function newToken(): Promise<string> {
  const { orgId, id: keyId } = await system.newKey();
  const { token, hash } = newPreviewToken();
  const shown = { templateId: UNKNOWN_ID, version: null, origins: [], lifeS: 60 };
  const store = system.gateway.service.app.get(PreviewTokenStore);
  await store.add({ id: randomUUID(), hash, orgId, maker: { keyId }, ...shown });
  return token;
}

/** The operations among these that respond with another status. */
async function notRefused(
  asked: readonly Operation[],
  send: (operation: Operation) => Promise<{ status: number }>,
  status = 403,
): Promise<string[]> {
  const wrong = [];
  for (const operation of asked) {
    const answer = await send(operation);
    if (answer.status !== status) wrong.push(`${operation.name}: ${answer.status}`);
  }
  return wrong;
}

const by =
  (browser: Browser, headers: Record<string, string> = {}) =>
  ({ method, path, body }: Operation) =>
    browser.call(method, path, body, headers);

describe('every operation of the document', () => {
  it('needs a credential, or says that it needs none', async () => {
    const protectedOnes = operations.filter(({ credential }) => credential !== 'none');
    expect(protectedOnes.length).toBeGreaterThan(60);
    expect(await notRefused(protectedOnes, (each) => users.newBrowser().call(each.method, each.path), 401)).toEqual([]);
  });

  it('that changes something refuses a viewer', async () => {
    const writes = operations.filter((each) => isWrite(each) && each.credential === 'key or session');
    expect(writes.length).toBeGreaterThan(20);
    expect(await notRefused(writes, by(await userWithRole('viewer')))).toEqual([]);
  });

  it.each<Role>(['viewer', 'editor'])('that administers refuses a member who is %s', async (role) => {
    const administering = operations.filter(isOfOwners);
    expect(administering.length).toBeGreaterThan(4);
    expect(await notRefused(administering, by(await userWithRole(role)))).toEqual([]);
  });

  it('that is for operators refuses an owner', async () => {
    const operating = operations.filter(isOfOperators);
    expect(operating.length).toBeGreaterThan(8);
    expect(await notRefused(operating, by(await userWithRole('owner')))).toEqual([]);
  });

  it('that is for users refuses every key', async () => {
    const { key } = await system.newKey({ rateLimit: 10_000 });
    const headers = { authorization: `Bearer ${key}` };
    const ofUsers = operations.filter(({ credential }) => credential === 'session');
    expect(await notRefused(ofUsers, by(users.newBrowser(), headers))).toEqual([]);
  });

  it('that shows what a preview token is for refuses every key and user', async () => {
    const { key } = await system.newKey();
    const showing = operations.filter(({ credential }) => credential === 'preview token');
    expect(showing.map(({ name }) => name)).toEqual(['GET /preview']);
    expect(await notRefused(showing, by(users.newBrowser(), { authorization: `Bearer ${key}` }))).toEqual([]);
    expect(await notRefused(showing, by((await users.newOwner()).browser))).toEqual([]);
  });

  it('but that one refuses a preview token', async () => {
    const headers = { authorization: `Bearer ${await newToken()}` };
    const others = operations.filter(({ credential }) => credential === 'key or session' || credential === 'session');
    expect(others.length).toBeGreaterThan(60);
    expect(await notRefused(others, by(users.newBrowser(), headers), 401)).toEqual([]);
  });

  it('that changes something refuses a read key', async () => {
    const { key } = await system.newKey({ kind: 'read', rateLimit: 10_000 });
    const headers = { authorization: `Bearer ${key}` };
    const writes = operations.filter((each) => isWrite(each) && each.credential === 'key or session');
    expect(await notRefused(writes, by(users.newBrowser(), headers))).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site, as browsers say it', { 'sec-fetch-site': 'cross-site' }],
    ['a subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://evil.localhost' }],
    ['a sandboxed frame', { origin: 'null' }],
  ])('that changes something refuses a page of %s, which has the cookie of an owner', async (_what, headers) => {
    const { browser } = await users.newOwner();
    expect(await notRefused(operations.filter(isWrite), by(browser, headers))).toEqual([]);
    expect((await browser.call('GET', '/session')).status).toBe(200);
  });
});
