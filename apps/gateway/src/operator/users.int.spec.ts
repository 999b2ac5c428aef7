import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from '#libs/testing';
import type { Session } from '../accounts/users/account-requests.js';
import type { OperatorAuditEntry } from '../audit-log/audit-log-requests.js';
import { AuditLog } from '../audit-log/audit-log.service.js';
import { ConsoleUsers, PASSWORD } from '../testing/console-users.js';
import { UNKNOWN_ID, useGatewaySystem } from '../testing/running-gateway.js';
import { audited } from './audited-command.js';
import { parseCommand } from './parse-command.js';
import type { OperatorUser } from './user-requests.js';
import { createConsoleLink, createPasswordReset, updateUser } from './users.js';

const system = useGatewaySystem({ TRUSTED_PROXIES: '127.0.0.1' });
const users = new ConsoleUsers(system);
let operator: Browser;
let operatorId: string;

beforeEach(async () => {
  await system.em.fork().execute('UPDATE users SET operator = false');
  ({ browser: operator, userId: operatorId } = await newOperator());
});

async function newOperator(): Promise<{ browser: Browser; userId: string }> {
  const browser = users.newBrowser();
  const options = { orgId: await users.newOrganization(), operator: true };
  const { url } = await createConsoleLink(system.em.fork(), options, 'http://localhost/v1');
  const { user } = (await browser.signInByLink(url)).body as Session;
  return { browser, userId: user.id };
}

const change = (userId: string, body: object) => operator.call('PATCH', `/operator/users/${userId}`, body);

describe('an operator', () => {
  it('lists and finds all users', async () => {
    await users.newUser('found@example.com');
    const { body } = await operator.call('GET', '/operator/users?search=FOUND@ex');
    expect((body as { data: OperatorUser[] }).data).toMatchObject([
      { email: 'found@example.com', email_proven: true, operator: false, disabled: false },
    ]);
    expect((await operator.call('GET', '/operator/users?search=%25')).body).toMatchObject({ data: [] });
  });

  it('makes a user an operator and takes that away, at once', async () => {
    const { browser, session } = await users.newOwner();
    expect((await browser.call('GET', '/operator/users')).status).toBe(403);
    expect((await change(session.user.id, { operator: true })).body).toMatchObject({ operator: true });
    expect((await browser.call('GET', '/operator/users')).status).toBe(200);
    expect((await change(session.user.id, { operator: false })).body).toMatchObject({ operator: false });
    expect((await browser.call('GET', '/operator/users')).status).toBe(403);
  });

  it('disables a user, who has no session and gets none until enabled again', async () => {
    const email = 'disabled@example.com';
    const browser = await users.newUser(email);
    const { user } = (await browser.call('GET', '/session')).body as Session;
    expect((await change(user.id, { disabled: true })).body).toMatchObject({ disabled: true });
    expect((await browser.call('GET', '/session')).status).toBe(401);
    const signIn = () => users.newBrowser().call('POST', '/session', { email, password: PASSWORD });
    expect((await signIn()).status).toBe(401);
    const { url } = await createPasswordReset(system.em.fork(), email, 'http://localhost/v1');
    const reset = { token: new URL(url).hash.slice(1), password: PASSWORD };
    expect((await users.newBrowser().call('POST', '/session/password-reset', reset)).status).toBe(403);
    expect((await change(user.id, { disabled: false })).body).toMatchObject({ disabled: false });
    expect((await signIn()).status).toBe(201);
  });

  it('who is the last stays, also when two demote each other', async () => {
    for (const [field, body] of [
      ['operator', { operator: false }],
      ['disabled', { disabled: true }],
    ] as const)
      expect((await change(operatorId, body)).body).toMatchObject({ error: { details: [{ field }] } });
    const second = await newOperator();
    await Promise.all([
      change(second.userId, { operator: false }),
      second.browser.call('PATCH', `/operator/users/${operatorId}`, { operator: false }),
    ]);
    expect(await system.em.fork().execute<object[]>('SELECT 1 FROM users WHERE operator')).toHaveLength(1);
  });

  it('sets an address, which is proven by that, unless it is that of another user', async () => {
    await users.newUser('taken@example.com');
    const { session } = await users.newOwner();
    const { id } = session.user;
    expect((await change(id, { email: 'Set@example.com' })).body).toMatchObject({
      email: 'set@example.com',
      email_proven: true,
    });
    expect((await change(id, { email: 'taken@example.com' })).body).toMatchObject({
      error: { details: [{ field: 'email' }] },
    });
    expect((await change(UNKNOWN_ID, { operator: true })).status).toBe(404);
  });

  it('leaves an entry in the log of the installation, also with the command', async () => {
    const { session } = await users.newOwner();
    const { id } = session.user;
    await change(id, { operator: true });
    const line = ['user', 'change', id, '--operator', 'no'];
    const command = parseCommand(line, new Date());
    if (command.do !== 'change-user') throw new Error('another command');
    await audited(command, system.em.fork(), () => updateUser(system.em.fork(), command));
    const { data } = await system.gateway.service.app.get(AuditLog).ofAll({ limit: 2 });
    const target = { type: 'users', id };
    expect(data).toMatchObject([
      { action: 'user change', actor: { type: 'command' }, target, organization: null, status: 200 },
      { action: 'changeUser', actor: { type: 'operator', id: operatorId }, target, organization: null, status: 200 },
    ] satisfies { [Key in keyof OperatorAuditEntry]?: unknown }[]);
    await expect(updateUser(system.em.fork(), { userId: operatorId, operator: false })).rejects.toThrow(
      'the installation must keep an operator',
    );
  });

  it('does not name by the command a user who has only entered an address', async () => {
    const { browser, orgId } = await users.newOwner();
    await browser.call('PATCH', '/session/user', { email: 'claimed@example.com' });
    const reset = createPasswordReset(system.em.fork(), 'claimed@example.com', 'http://localhost/v1');
    await expect(reset).rejects.toThrow('There is no user');
    const options = { orgId: await users.newOrganization(), email: 'claimed@example.com', operator: false };
    const { user } = await createConsoleLink(system.em.fork(), options, 'http://localhost/v1');
    const { session } = { session: (await browser.call('GET', '/session')).body as Session };
    expect([user.email_proven, user.id === session.user.id, session.organization?.id]).toEqual([true, false, orgId]);
  });
});
