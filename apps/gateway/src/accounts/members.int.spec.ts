import { describe, expect, it } from '@jest/globals';
import type { Browser } from '#libs/testing';
import type { Role } from '../http/caller/roles.js';
import { ConsoleUsers, PASSWORD } from '../testing/console-users.js';
import { UNKNOWN_ID, useGatewaySystem } from '../testing/running-gateway.js';
import { AccountRetention } from './account-retention.js';
import type { Invitation, InvitationWithUrl, Member, Session } from './users/account-requests.js';

const system = useGatewaySystem({ TRUSTED_PROXIES: '127.0.0.1' });
const users = new ConsoleUsers(system);

async function invite(owner: Browser, email: string, role: Role = 'editor'): Promise<InvitationWithUrl> {
  const { status, body } = await owner.call('POST', '/invitations', { email, role });
  expect(status).toBe(201);
  return body as InvitationWithUrl;
}

function accept(browser: Browser, { url }: InvitationWithUrl, password = PASSWORD) {
  const token = new URL(url).hash.slice(1);
  return browser.call('POST', '/session/invitation', { token, name: 'Grace', password });
}

async function listed<T>(browser: Browser, path: string): Promise<T[]> {
  return ((await browser.call('GET', path)).body as { data: T[] }).data;
}

describe('an invitation', () => {
  it('makes a new user a member, once', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    const invitation = await invite(owner, 'Grace@Example.com');
    const guest = users.newBrowser();
    expect(await accept(guest, invitation)).toMatchObject({
      status: 201,
      body: {
        user: { email: 'grace@example.com', name: 'Grace', operator: false },
        organization: { id: orgId },
        role: 'editor',
      },
    });
    expect((await accept(users.newBrowser(), invitation)).status).toBe(401);
    expect((await listed<Member>(owner, '/members')).map(({ email, role }) => [email, role])).toEqual([
      ['grace@example.com', 'editor'],
      [`owner@${orgId}.invalid`, 'owner'],
    ]);
    expect(await listed(owner, '/invitations')).toEqual([]);
  });

  it('shows its link in no later response, and stops working when it is withdrawn, replaced or expired', async () => {
    const { browser: owner } = await users.newOwner();
    const replaced = await invite(owner, 'one@example.com', 'viewer');
    const withdrawn = await invite(owner, 'one@example.com');
    const list = await owner.call('GET', '/invitations');
    expect((list.body as { data: Invitation[] }).data.map(({ id }) => id)).toEqual([withdrawn.id]);
    expect(JSON.stringify(list.body)).not.toContain(new URL(withdrawn.url).hash.slice(1));
    expect((await owner.call('DELETE', `/invitations/${withdrawn.id}`)).status).toBe(204);
    const expired = await invite(owner, 'two@example.com');
    await system.em.fork().execute('UPDATE links SET expires_at = now() WHERE id = ?', [expired.id]);
    for (const invitation of [replaced, withdrawn, expired]) {
      expect((await accept(users.newBrowser(), invitation)).status).toBe(401);
    }
  });

  it('is accepted as a registered user only with the password of that user', async () => {
    const email = 'registered@example.com';
    await users.newUser(email);
    const { browser: owner, orgId } = await users.newOwner();
    const { status, body } = await accept(users.newBrowser(), await invite(owner, email, 'viewer'));
    expect([status, (body as Session).organization!.id, (body as Session).organizations.length]).toEqual([
      201,
      orgId,
      2,
    ]);
  });

  it('says nothing about who is registered: with another password it makes another user', async () => {
    const email = 'secretly-registered@example.com';
    const registered = await users.newUser(email);
    const { user } = (await registered.call('GET', '/session')).body as Session;
    const { browser: owner, orgId } = await users.newOwner();
    const answers = [];
    for (const address of [email, 'unregistered@example.com']) {
      const { status, body } = await accept(users.newBrowser(), await invite(owner, address), 'a guessed password');
      const { organizations, ...session } = body as Session;
      expect(session.user.id).not.toBe(user.id);
      answers.push([status, session.user.email_proven, session.organization?.id, organizations.length]);
    }
    expect(answers).toEqual([
      [201, false, orgId, 1],
      [201, false, orgId, 1],
    ]);
    const signIn = await users.newBrowser().call('POST', '/session', { email, password: PASSWORD });
    expect(signIn).toMatchObject({ status: 201, body: { user: { id: user.id } } });
  });

  it('is accepted by a person whose address others have entered before', async () => {
    const email = 'squatted@example.com';
    const { browser: mallory } = await users.newOwner();
    expect((await mallory.call('PATCH', '/session/user', { email })).status).toBe(200);
    expect((await mallory.call('PUT', '/session/password', { password: 'the password of mallory' })).status).toBe(204);
    const { browser: owner, orgId } = await users.newOwner();
    expect(await accept(users.newBrowser(), await invite(owner, email))).toMatchObject({
      status: 201,
      body: { user: { email }, organization: { id: orgId }, organizations: [{ id: orgId }] },
    });
    const again = await users.newBrowser().call('POST', '/session', { email, password: PASSWORD });
    expect(again).toMatchObject({ status: 201, body: { organization: { id: orgId } } });
  });

  it('of a member, and the hundred-and-first, is refused', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    await users.newUser('member@example.com', { orgId });
    expect((await owner.call('POST', '/invitations', { email: 'Member@example.com', role: 'owner' })).status).toBe(422);
    await system.em.fork().execute(
      `INSERT INTO links (id, kind, hash, organization_id, email, role, expires_at)
       SELECT gen_random_uuid(), 'invitation', sha256(n::text::bytea), ?, n || '@example.com', 'viewer', now() + interval '1 day'
         FROM generate_series(1, 100) AS n`,
      [orgId],
    );
    expect((await owner.call('POST', '/invitations', { email: 'more@example.com', role: 'owner' })).status).toBe(422);
    expect((await owner.call('GET', '/invitations?limit=1')).body).toMatchObject({ pagination: { total: 100 } });
  });
});

describe('a member', () => {
  it('who is removed loses the session at once', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    const member = await users.newUser('removed@example.com', { orgId });
    const { user } = (await member.call('GET', '/session')).body as Session;
    expect((await owner.call('DELETE', `/members/${user.id}`)).status).toBe(204);
    expect((await member.call('GET', '/session')).status).toBe(401);
    expect((await owner.call('DELETE', `/members/${user.id}`)).status).toBe(404);
    const again = await users.newBrowser().call('POST', '/session', { email: user.email, password: PASSWORD });
    expect(again.status).toBe(403);
  });

  it('gets another role at once', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    const member = await users.newUser('promoted@example.com', { orgId });
    const { user } = (await member.call('GET', '/session')).body as Session;
    expect((await member.call('GET', '/members')).status).toBe(403);
    expect((await owner.call('PATCH', `/members/${user.id}`, { role: 'owner' })).body).toMatchObject({ role: 'owner' });
    expect((await member.call('GET', '/members')).status).toBe(200);
  });

  it('who is the last owner stays, also when two owners remove each other', async () => {
    const { browser: one, session, orgId } = await users.newOwner();
    const path = `/members/${session.user.id}`;
    expect((await one.call('PATCH', path, { role: 'viewer' })).body).toMatchObject({
      error: { details: [{ field: 'role' }] },
    });
    expect((await one.call('DELETE', path)).body).toMatchObject({ error: { details: [{ field: 'id' }] } });
    const two = await users.newUser('second@example.com', { orgId, role: 'owner' });
    const { user } = (await two.call('GET', '/session')).body as Session;
    await Promise.all([one.call('DELETE', `/members/${user.id}`), two.call('DELETE', path)]);
    const owners = await system.em
      .fork()
      .execute<object[]>(`SELECT 1 FROM memberships WHERE organization_id = ? AND role = 'owner'`, [orgId]);
    expect(owners).toHaveLength(1);
  });

  it('and an invitation of another organization are not found', async () => {
    const [{ browser: stranger }, { browser: owner, session }] = [await users.newOwner(), await users.newOwner()];
    const { id } = await invite(owner, 'foreign@example.com');
    for (const person of [session.user.id, UNKNOWN_ID]) {
      expect((await stranger.call('PATCH', `/members/${person}`, { role: 'viewer' })).status).toBe(404);
      expect((await stranger.call('DELETE', `/members/${person}`)).status).toBe(404);
    }
    for (const invitation of [id, UNKNOWN_ID]) {
      expect((await stranger.call('DELETE', `/invitations/${invitation}`)).status).toBe(404);
    }
    expect(await listed(stranger, '/invitations')).toEqual([]);
    expect(await listed<Invitation>(owner, '/invitations')).toHaveLength(1);
  });
});

describe('what a role does not allow', () => {
  const ADMINISTRATION = [
    ['GET', '/members'],
    ['PATCH', `/members/${UNKNOWN_ID}`],
    ['DELETE', `/members/${UNKNOWN_ID}`],
    ['GET', '/invitations'],
    ['POST', '/invitations'],
    ['DELETE', `/invitations/${UNKNOWN_ID}`],
  ] as const;
  const WRITES = [
    ['POST', '/videos'],
    ['POST', '/templates'],
    ['PUT', `/templates/${UNKNOWN_ID}`],
    ['DELETE', `/videos/${UNKNOWN_ID}`],
    ['POST', '/webhooks'],
    ['POST', `/webhooks/${UNKNOWN_ID}/test`],
  ] as const;

  it('is refused before the request is read: administration for an editor and for any key', async () => {
    const editor = await users.newUser('editor@example.com', { role: 'editor' });
    const { key } = await system.newKey();
    for (const [method, path] of ADMINISTRATION) {
      expect([path, (await editor.call(method, path)).status]).toEqual([path, 403]);
      expect([path, (await system.gateway.request(`/v1${path}`, { method, key })).status]).toEqual([path, 403]);
    }
  });

  it('is refused before the request is read: changes for a viewer', async () => {
    const viewer = await users.newUser('viewer@example.com');
    for (const [method, path] of [...WRITES, ...ADMINISTRATION]) {
      expect([path, (await viewer.call(method, path)).status]).toEqual([path, 403]);
    }
  });
});

it('sessions that have ended and links of the week before are deleted', async () => {
  const { session, browser } = await users.newOwner();
  const { id } = await invite(browser, 'forgotten@example.com');
  const em = system.em.fork();
  await em.execute('UPDATE sessions SET expires_at = now() WHERE user_id = ?', [session.user.id]);
  await em.execute(`UPDATE links SET expires_at = now() - interval '7 days' WHERE id = ?`, [id]);
  const { app } = system.gateway.service;
  await app.get(AccountRetention).sweep();
  const [{ rows }] = await em.execute<[{ rows: number }]>(
    `SELECT (SELECT count(*) FROM sessions WHERE user_id = ?)::int + (SELECT count(*) FROM links WHERE id = ?)::int AS rows`,
    [session.user.id, id],
  );
  expect(rows).toBe(0);
});
