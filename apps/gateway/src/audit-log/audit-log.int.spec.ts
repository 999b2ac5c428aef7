import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, eventually } from '#libs/testing';
import {
  STORED_WITH_CHANGE,
  UNAUDITED_OPERATIONS,
  UNAUDITED_OPERATIONS_OF_KEYS,
} from '../audit-trail/unaudited-operations.js';
import type { Session } from '../accounts/users/account-requests.js';
import { createKey } from '../operator/organizations.js';
import { createConsoleLink } from '../operator/users.js';
import { ConsoleUsers, PASSWORD } from '../testing/console-users.js';
import { type GatewaySystem, startGatewaySystem, UNKNOWN_ID } from '../testing/running-gateway.js';
import type { AuditEntry, OperatorAuditEntry } from './audit-log-requests.js';
import { AuditRetention } from './audit-retention.js';

interface Described {
  operationId: string;
  security?: object[];
  requestBody?: { content: Record<string, { example?: object }> };
}
interface Change {
  id: string;
  method: string;
  path: string;
  /** Without a credential. */
  isPublic: boolean;
  body?: object;
}

let system: GatewaySystem;
let users: ConsoleUsers;
let changes: Change[];

beforeAll(async () => {
  system = await startGatewaySystem({ TRUSTED_PROXIES: '127.0.0.1' });
  users = new ConsoleUsers(system);
  const document = (await (await fetch(`${system.gateway.url}/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  changes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'get')
      .map(([method, { operationId: id, security, requestBody }]) => ({
        id,
        method: method.toUpperCase(),
        path: path.replace(/\{\w+\}/g, UNKNOWN_ID),
        isPublic: security?.length === 0,
        body: id === 'setMaintenance' ? { on: false } : requestBody?.content['application/json']?.example,
      })),
  );
}, 120_000);

afterAll(() => system.stop());

/** An owner of a new organization who also operates the installation. */
async function newOperator(): Promise<{ browser: Browser; session: Session; orgId: string }> {
  const orgId = await users.newOrganization();
  const options = { orgId, operator: true };
  const { url } = await createConsoleLink(system.em.fork(), options, 'http://localhost/v1');
  const browser = users.newBrowser();
  const { body } = await browser.signInByLink(url);
  return { browser, session: body as Session, orgId };
}

async function entriesOf(browser: Browser, query = ''): Promise<AuditEntry[]> {
  const { status, body } = await browser.call('GET', `/audit-log?limit=100${query}`);
  expect(status).toBe(200);
  return (body as { data: AuditEntry[] }).data;
}

async function allEntries(operator: Browser, query: string): Promise<OperatorAuditEntry[]> {
  const { body } = await operator.call('GET', `/operator/audit-log?limit=100${query}`);
  return (body as { data: OperatorAuditEntry[] }).data;
}

/** Number of stored entries of requests with this id. */
async function storedFor(requestId: string): Promise<number> {
  const [{ found }] = await system.em
    .fork()
    .execute<[{ found: number }]>('SELECT count(*)::int AS found FROM audit_entries WHERE request_id = ?', [requestId]);
  return found;
}

describe('every operation of the document that changes something', () => {
  /** Calls the operations with the examples of the document. @returns those that leave no entry */
  async function leavingNone(
    asked: readonly Change[],
    send: (change: Change, headers: Record<string, string>) => Promise<unknown>,
  ): Promise<string[]> {
    const silent = [];
    for (const change of asked) {
      const requestId = randomUUID();
      await send(change, { 'x-request-id': requestId });
      if ((await storedFor(requestId)) === 0) silent.push(change.id);
    }
    return silent.sort();
  }

  it('has an entry when a user makes it, or a reason why not', async () => {
    const { browser } = await newOperator();
    const own = changes.filter(({ isPublic, id }) => !isPublic && !STORED_WITH_CHANGE.has(id));
    expect(own.length).toBeGreaterThan(30);
    const last = own.sort((a, b) => Number(a.id === 'deleteSession') - Number(b.id === 'deleteSession'));
    const silent = await leavingNone(last, ({ method, path, body }, headers) =>
      browser.call(method, path, body, headers),
    );
    const isPublic = (id: string) => changes.some((change) => change.id === id && change.isPublic);
    expect(silent).toEqual(
      Object.keys(UNAUDITED_OPERATIONS)
        .filter((id) => !isPublic(id))
        .sort(),
    );
  }, 120_000);

  it('has an entry when a key makes it, or a reason why not', async () => {
    const { key } = await system.newKey({ rateLimit: 10_000 });
    const ofUsers = new Set((await refusedTo(key)).map(({ id }) => id));
    const ofKeys = changes.filter(({ isPublic, id }) => !isPublic && !ofUsers.has(id));
    expect(ofKeys.length).toBeGreaterThan(20);
    const silent = await leavingNone(ofKeys, ({ method, path, body }, headers) =>
      system.gateway.request(`/v1${path}`, { method, key, body: body && JSON.stringify(body), headers }),
    );
    const unaudited = [...Object.keys(UNAUDITED_OPERATIONS), ...Object.keys(UNAUDITED_OPERATIONS_OF_KEYS)];
    const isOfKeys = (id: string) => ofKeys.some((change) => change.id === id);
    expect(silent).toEqual(unaudited.filter(isOfKeys).sort());
  }, 120_000);

  it('without a credential stores its entry itself', () => {
    const changing = changes.filter(({ id }) => !Object.hasOwn(UNAUDITED_OPERATIONS, id));
    const without = changing.filter(({ isPublic }) => isPublic).map(({ id }) => id);
    expect([...without, 'chooseOrganization', 'joinOrganization', 'declineInvitation'].sort()).toEqual(
      [...STORED_WITH_CHANGE].sort(),
    );
  });

  async function refusedTo(key: string): Promise<Change[]> {
    const answers = await Promise.all(
      changes.map(async (each) => ({
        each,
        status: (await system.gateway.request(`/v1${each.path}`, { method: each.method, key })).status,
      })),
    );
    return answers.filter(({ status }) => status === 403).map(({ each }) => each);
  }
});

describe('an entry', () => {
  it('says who, what, when, from where and how it ended', async () => {
    const { browser, session } = await users.newOwner();
    const begun = Date.now();
    const { body, headers } = await browser.call('POST', '/invitations', {
      email: 'grace@example.com',
      role: 'editor',
    });
    const [entry] = await entriesOf(browser);
    expect(entry).toEqual({
      id: expect.any(String),
      actor: { type: 'user', id: session.user.id, name: session.user.email },
      action: 'createInvitation',
      target: { type: 'invitations', id: (body as { id: string }).id, name: 'grace@example.com' },
      status: 201,
      changes: [],
      request_id: headers.get('x-request-id'),
      address: expect.stringMatching(/^192\.0\.2\.\d+$/),
      created_at: expect.any(String),
    });
    expect(Math.abs(new Date(entry!.created_at).getTime() - begun)).toBeLessThan(10_000);
  });

  it('keeps the name that the actor had', async () => {
    const { browser, session } = await users.newOwner();
    await browser.call('PATCH', '/session/user', { email: 'renamed@example.com' });
    await browser.call('PATCH', '/session/user', { name: 'Ada' });
    const names = (await entriesOf(browser, '&action=updateUser')).map(({ actor }) => actor.name);
    expect(names).toEqual(['renamed@example.com (unproven)', session.user.email]);
  });

  it('has the name of what was changed, also when it is gone', async () => {
    const { browser } = await users.newOwner();
    const { body } = await browser.call('POST', '/keys', { name: 'Shop', kind: 'read' });
    const { id } = body as { id: string };
    await browser.call('PATCH', `/keys/${id}`, { name: 'Web shop' });
    const invited = await browser.call('POST', '/invitations', { email: 'grace@example.com', role: 'editor' });
    await browser.call('DELETE', `/invitations/${(invited.body as { id: string }).id}`);
    const [renamed] = await entriesOf(browser, '&action=updateKey');
    expect(renamed).toMatchObject({ changes: [{ field: 'name', before: 'Shop', after: 'Web shop' }] });
    const names = (await entriesOf(browser)).map(({ action, target }) => [action, target.name]);
    expect(names.slice(0, 4)).toEqual([
      ['deleteInvitation', 'grace@example.com'],
      ['createInvitation', 'grace@example.com'],
      ['updateKey', 'Web shop'],
      ['createKey', 'Shop'],
    ]);
  });

  it('of a key has its id and how the key begins', async () => {
    const { browser, orgId } = await users.newOwner();
    const { id, key, starts_with: name } = await createKey(system.em.fork(), { orgId, kind: 'read_write' });
    const path = `/v1/webhooks/${UNKNOWN_ID}`;
    await system.gateway.request(path, { method: 'DELETE', key });
    const [entry] = await entriesOf(browser);
    expect(entry).toMatchObject({
      actor: { type: 'key', id, name },
      action: 'deleteWebhook',
      target: { type: 'webhooks', id: UNKNOWN_ID },
      status: 500, // the service of webhooks does not run here
    });
  });

  it('is there while the change is made, without an outcome', async () => {
    const { browser } = await users.newOwner();
    const em = system.em.fork();
    await em.begin();
    await em.execute('LOCK TABLE links IN EXCLUSIVE MODE');
    const answer = browser.call('POST', '/invitations', { email: 'grace@example.com', role: 'editor' });
    await eventually(async () => (await entriesOf(browser))[0]!.action === 'createInvitation');
    expect((await entriesOf(browser))[0]).toMatchObject({ status: null, target: { id: null } });
    await em.commit();
    expect((await answer).status).toBe(201);
    expect((await entriesOf(browser))[0]).toMatchObject({ status: 201 });
  });

  it('that cannot be stored refuses the change', async () => {
    const { browser } = await users.newOwner();
    const em = system.em.fork();
    await em.execute('ALTER TABLE audit_entries RENAME TO away');
    try {
      const { status } = await browser.call('POST', '/invitations', { email: 'grace@example.com', role: 'editor' });
      expect(status).toBe(500);
    } finally {
      await em.execute('ALTER TABLE away RENAME TO audit_entries');
    }
    const { body } = await browser.call('GET', '/invitations');
    expect(body).toMatchObject({ data: [] });
  });

  it('says that a change was refused by its service, and there is none of what was refused before', async () => {
    const { browser } = await users.newOwner();
    const before = await entriesOf(browser);
    await browser.call('POST', '/invitations', { email: 'no address', role: 'editor' });
    await browser.call(
      'POST',
      '/invitations',
      { email: 'a@example.com', role: 'editor' },
      { origin: 'https://evil.example' },
    );
    expect(await entriesOf(browser)).toEqual(before);
    await browser.call('DELETE', `/members/${UNKNOWN_ID}`);
    expect((await entriesOf(browser))[0]).toMatchObject({ action: 'deleteMember', status: 404 });
  });
});

describe('signing in', () => {
  it('is in the log of the organization: by link, password, invitation and new password, and signing out', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    const member = await users.newUser('member@example.com', { orgId });
    await member.call('DELETE', '/session');
    await member.call('POST', '/session', { email: 'member@example.com', password: PASSWORD });
    const invited = await owner.call('POST', '/invitations', { email: 'guest@example.com', role: 'viewer' });
    const { id, url } = invited.body as { id: string; url: string };
    const guest = users.newBrowser();
    const token = new URL(url).hash.slice(1);
    await guest.call('POST', '/session/invitation', { token, name: 'Guest', password: PASSWORD });
    const entries = (await entriesOf(owner)).map(({ actor, action, status }) => [actor.name, action, status]);
    expect(entries).toEqual([
      ['guest@example.com (unproven)', 'acceptInvitation', 201],
      [expect.stringContaining('owner@'), 'createInvitation', 201],
      ['member@example.com', 'createSession', 201],
      ['member@example.com', 'deleteSession', 204],
      ['member@example.com', 'resetPassword', 201],
      [expect.stringContaining('owner@'), 'createSessionByLink', 201],
    ]);
    const [accepted] = await entriesOf(owner, '&action=acceptInvitation');
    expect(accepted).toMatchObject({ target: { type: 'invitations', id } });
  });

  it('with a wrong password is in the log of the account, and with an unknown address in none', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    await users.newUser('target@example.com', { orgId });
    const thief = users.newBrowser();
    for (const email of ['target@example.com', 'stranger@example.com']) {
      expect((await thief.call('POST', '/session', { email, password: 'wrong horse battery' })).status).toBe(401);
    }
    await eventually(async () => (await entriesOf(owner, '&action=createSession')).length > 0);
    const refused = await entriesOf(owner, '&action=createSession');
    expect(refused).toMatchObject([{ actor: { type: 'user', name: 'target@example.com' }, status: 401 }]);
    const [{ secrets }] = await system.em
      .fork()
      .execute<[{ secrets: number }]>(
        `SELECT count(*)::int AS secrets FROM audit_entries e WHERE e::text LIKE '%horse%' OR e::text LIKE '%stranger@%'`,
      );
    expect(secrets).toBe(0);
  });

  it('in another organization is in the log of that one', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    const { browser: visitor, session } = await users.newOwner();
    await system.em
      .fork()
      .execute(`INSERT INTO memberships (organization_id, user_id, role) VALUES (?, ?, 'viewer')`, [
        orgId,
        session.user.id,
      ]);
    await visitor.call('PATCH', '/session', { organization_id: orgId });
    expect((await entriesOf(owner))[0]).toMatchObject({
      actor: { id: session.user.id },
      action: 'chooseOrganization',
      status: 200,
    });
  });

  it('in an organization of others leaves nothing there', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    const before = await entriesOf(owner);
    const { browser: stranger } = await users.newOwner();
    expect((await stranger.call('PATCH', '/session', { organization_id: orgId })).status).toBe(404);
    expect(await entriesOf(owner)).toEqual(before);
  });
});

describe('what operators do', () => {
  it('to an organization is in its log without their names, and in theirs with them', async () => {
    const { browser: operator, session } = await newOperator();
    const { browser: owner, orgId } = await users.newOwner();
    await operator.call('PATCH', `/operator/organizations/${orgId}`, { rate_limit: 1_000 });
    const changes = [{ field: 'rate_limit', before: null, after: '1000' }];
    const change = { action: 'limitOrganization', target: { type: 'organizations', id: orgId }, changes };
    const [seen] = await entriesOf(owner);
    expect(seen).toMatchObject({ ...change, actor: { type: 'operator', id: null, name: null }, address: null });
    expect(await entriesOf(owner, `&actor_id=${session.user.id}`)).toEqual([]);
    const [kept] = await allEntries(operator, `&organization_id=${orgId}`);
    expect(kept).toMatchObject({
      ...change,
      actor: { type: 'operator', id: session.user.id, name: session.user.email },
      address: expect.stringMatching(/^192/),
      organization: { id: orgId, name: 'Acme' },
    });
  });

  it('to the installation is in the log of operators only', async () => {
    const { browser: operator, session } = await newOperator();
    await operator.call('PUT', '/operator/maintenance', { on: false });
    const [entry] = await allEntries(operator, `&actor_id=${session.user.id}`);
    expect(entry).toMatchObject({ action: 'setMaintenance', status: 200, organization: null });
    expect((await entriesOf(operator)).map(({ action }) => action)).toEqual(['createSessionByLink']);
  });
});

describe('the list', () => {
  it('selects by actor, action and time, and pages', async () => {
    const { browser, session } = await users.newOwner();
    for (const role of ['viewer', 'editor', 'owner']) {
      await browser.call('POST', '/invitations', { email: `${role}@example.com`, role });
    }
    const all = await entriesOf(browser);
    expect(all.map(({ action }) => action)).toEqual([
      ...['createInvitation', 'createInvitation', 'createInvitation'],
      'createSessionByLink',
    ]);
    expect(await entriesOf(browser, `&actor_id=${session.user.id}&action=createInvitation`)).toEqual(all.slice(0, 3));
    expect(await entriesOf(browser, `&actor_id=${UNKNOWN_ID}`)).toEqual([]);
    const { created_at: second } = all[1]!;
    const later = all.filter(({ created_at }) => created_at >= second);
    expect(await entriesOf(browser, `&since=${second}`)).toEqual(later);
    expect(await entriesOf(browser, `&until=${second}`)).toEqual(all.filter((each) => !later.includes(each)));
    const page = await browser.call('GET', '/audit-log?limit=2&offset=1');
    const pagination = { limit: 2, offset: 1, total: 4, has_more: true };
    expect(page.body).toEqual({ data: all.slice(1, 3), pagination });
  });

  it('takes every time that is written well', async () => {
    const { browser } = await users.newOwner();
    const times = ['1000-01-01T00:00Z', '9999-12-31T23:59:59-23:59', '2026-11-21T12:00:00-22:39'];
    for (const time of times) {
      const { status } = await browser.call('GET', `/audit-log?since=${encodeURIComponent(time)}&until=${time}`);
      expect([time, status]).toEqual([time, 200]);
    }
    expect((await browser.call('GET', '/audit-log?since=yesterday')).status).toBe(422);
  });

  it('has nothing of another organization', async () => {
    const { browser: one } = await users.newOwner();
    const { browser: other } = await users.newOwner();
    await one.call('POST', '/invitations', { email: 'grace@example.com', role: 'editor' });
    expect((await entriesOf(other)).map(({ action }) => action)).toEqual(['createSessionByLink']);
  });

  it('reaches back to the latest 10,000', async () => {
    const { browser, orgId } = await users.newOwner();
    const em = system.em.fork();
    await em.execute(
      `INSERT INTO audit_entries (id, organization_id, actor_type, action, target_type, created_at)
       SELECT gen_random_uuid(), ?, 'command', 'key revoke', 'keys', now() - n * interval '1 minute'
         FROM generate_series(1, 12000) AS n`,
      [orgId],
    );
    await em.execute('ANALYZE audit_entries');
    const { body } = await browser.call('GET', '/audit-log?limit=100&offset=9950');
    expect(body).toMatchObject({ pagination: { total: 10_000, has_more: false } });
    expect((body as { data: object[] }).data).toHaveLength(50);
    const behind = await browser.call('GET', '/audit-log?offset=2000000000');
    expect(behind.body).toMatchObject({ data: [], pagination: { total: 10_000, has_more: false } });
  });
});

it('entries are deleted after the time for which they are kept', async () => {
  const { browser, orgId } = await users.newOwner();
  const em = system.em.fork();
  const before = await entriesOf(browser);
  await em.execute(
    `INSERT INTO audit_entries (id, organization_id, actor_type, action, target_type, created_at)
     VALUES (gen_random_uuid(), ?, 'command', 'key revoke', 'keys', now() - interval '366 days'),
            (?, ?, 'command', 'key revoke', 'keys', now() - interval '364 days')`,
    [orgId, UNKNOWN_ID, orgId],
  );
  await system.gateway.service.app.get(AuditRetention).sweep();
  const kept = (await entriesOf(browser)).map(({ id }) => id);
  expect(kept).toEqual([...before.map(({ id }) => id), UNKNOWN_ID]);
});
