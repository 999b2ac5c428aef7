import { describe, expect, it } from '@jest/globals';
import { type Browser, eventually } from '#libs/testing';
import { ConsoleUsers, PASSWORD } from '../testing/console-users.js';
import { useGatewaySystem } from '../testing/running-gateway.js';
import type { OwnSession, Session } from './users/account-requests.js';

const system = useGatewaySystem({ TRUSTED_PROXIES: '127.0.0.1' });
const users = new ConsoleUsers(system);

const newBrowser = (url?: string) => users.newBrowser(url);
const newOrganization = (name?: string) => users.newOrganization(name);
const linkFor = (orgId: string) => users.linkFor(orgId);
const newOwner = () => users.newOwner();
const newUser = (email: string) => users.newUser(email);

describe('a link of the operator', () => {
  it('makes the first owner of an organization, who then names the account and sets a password', async () => {
    const { browser, session, orgId } = await newOwner();
    expect(session).toMatchObject({
      user: { email: `owner@${orgId}.invalid`, name: 'Owner', operator: false, has_password: false },
      organization: { id: orgId, name: 'Acme' },
      role: 'owner',
      organizations: [{ id: orgId, name: 'Acme', role: 'owner' }],
    });
    const email = `Ada-${orgId}@Example.com`;
    await browser.call('PATCH', '/session/user', { email, name: 'Ada' });
    expect((await browser.call('PUT', '/session/password', { password: PASSWORD })).status).toBe(204);
    const again = newBrowser();
    const { status, body } = await again.call('POST', '/session', { email: email.toUpperCase(), password: PASSWORD });
    expect([status, (body as Session).user]).toMatchObject([
      201,
      { email: email.toLowerCase(), name: 'Ada', has_password: true },
    ]);
  });

  it('works once, and not after its time', async () => {
    const orgId = await newOrganization();
    const [used, expired] = [await linkFor(orgId), await linkFor(orgId)];
    await system.em
      .fork()
      .execute(`UPDATE links SET expires_at = now() WHERE used_at IS NULL AND hash = sha256(?)`, [
        Buffer.from(new URL(expired).hash.slice(1)),
      ]);
    const answers = [];
    for (const url of [used, used, expired]) answers.push(await newBrowser().signInByLink(url));
    expect(answers.map(({ status }) => status)).toEqual([201, 401, 401]);
    expect(answers[1]!.body).toEqual(answers[2]!.body);
  });

  it('works once when it is opened twice at the same time', async () => {
    const url = await linkFor(await newOrganization());
    const answers = await Promise.all(Array.from({ length: 5 }, () => newBrowser().signInByLink(url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401]);
  });
});

describe('a session', () => {
  it('is a cookie that no script reads and no other site makes a browser send', async () => {
    const { browser } = await newOwner();
    const sent = (await newBrowser().signInByLink(await linkFor(await newOrganization()))).headers.getSetCookie();
    expect(sent).toEqual([
      expect.stringMatching(/^framewright_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^framewright_device=[\w-]{43}; Path=\/v1\/session; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect((await browser.call('GET', '/session')).headers.getSetCookie()).toEqual([]);
  });

  it('acts as its user does in the organization, and has a window of its own', async () => {
    const { browser, session } = await newOwner();
    const { status, headers, body } = await browser.call('GET', '/session');
    expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([
      200,
      '600',
      expect.stringMatching(/^59\d$/),
    ]);
    expect(body).toMatchObject({ user: session.user, organizations: session.organizations, role: 'owner' });
  });

  it('is another one after every sign-in, and ends the one before', async () => {
    const { browser, orgId } = await newOwner();
    const planted = browser.token!;
    await browser.signInByLink(await linkFor(orgId));
    expect(browser.token).not.toBe(planted);
    const old = await newBrowser().call('GET', '/session', undefined, { cookie: `framewright_session=${planted}` });
    expect(old.status).toBe(401);
  });

  it('ends with signing out, on every gateway at once', async () => {
    const second = await system.startGateway();
    const { browser } = await newOwner();
    const cookie = `framewright_session=${browser.token}`;
    const elsewhere = () => newBrowser(second.url).call('GET', '/session', undefined, { cookie });
    expect((await elsewhere()).status).toBe(200);
    const { status, headers } = await browser.call('DELETE', '/session');
    expect([status, headers.getSetCookie()]).toEqual([204, [expect.stringContaining('framewright_session=;')]]);
    expect((await elsewhere()).status).toBe(401);
  });

  it.each([
    ['12 hours without use', `last_used_at = now() - interval '12 hours'`],
    ['7 days', `expires_at = now()`],
  ])('ends after %s', async (_when, change) => {
    const { browser, session } = await newOwner();
    await system.em.fork().execute(`UPDATE sessions SET ${change} WHERE user_id = ?`, [session.user.id]);
    expect((await browser.call('GET', '/session')).body).toMatchObject({
      error: { code: 'AUTHENTICATION_REQUIRED', details: 'The session has ended' },
    });
  });

  it('notes its use at most once a minute', async () => {
    const { browser, session } = await newOwner();
    const lastUse = async (): Promise<string> => {
      const [row] = await system.em
        .fork()
        .execute<[{ at: string }]>('SELECT last_used_at::text AS at FROM sessions WHERE user_id = ?', [
          session.user.id,
        ]);
      return row.at;
    };
    const first = await lastUse();
    await browser.call('GET', '/session');
    expect(await lastUse()).toBe(first);
    await system.em
      .fork()
      .execute(`UPDATE sessions SET last_used_at = now() - interval '61 seconds' WHERE user_id = ?`, [session.user.id]);
    await browser.call('GET', '/session');
    expect(Date.parse(await lastUse())).toBeGreaterThanOrEqual(Date.parse(first));
  });

  it('ends with the membership, and follows its role at once', async () => {
    const { browser, session, orgId } = await newOwner();
    await system.em.fork().execute(`UPDATE memberships SET role = 'viewer' WHERE user_id = ?`, [session.user.id]);
    expect((await browser.call('GET', '/session')).body).toMatchObject({ role: 'viewer' });
    expect((await browser.call('POST', '/webhooks', {})).status).toBe(403);
    await system.em.fork().execute('DELETE FROM memberships WHERE organization_id = ?', [orgId]);
    expect((await browser.call('GET', '/session')).status).toBe(401);
  });

  it('is seen by its user, who ends it in one other browser or in all others, and no one else does', async () => {
    const email = 'everywhere@example.com';
    const [browser, second, third] = [await newUser(email), newBrowser(), newBrowser()];
    for (const other of [second, third])
      await other.call('POST', '/session', { email, password: PASSWORD }, { 'user-agent': 'A'.repeat(5_000) });
    const listed = async () => ((await browser.call('GET', '/session/sessions')).body as { data: OwnSession[] }).data;
    const [own, newest, ...more] = await listed();
    expect([own!.current, newest!.current, more.length]).toEqual([true, false, 1]);
    expect(newest).toMatchObject({ user_agent: 'A'.repeat(300), address: expect.stringMatching(/^192\.0\.2\./) });
    const { browser: stranger } = await newOwner();
    expect((await stranger.call('DELETE', `/session/sessions/${newest!.id}`)).status).toBe(404);
    expect((await browser.call('DELETE', `/session/sessions/${newest!.id}`)).status).toBe(204);
    expect((await third.call('GET', '/session')).status).toBe(401);
    expect((await second.call('GET', '/session')).status).toBe(200);
    expect((await browser.call('DELETE', '/session/sessions')).status).toBe(204);
    expect((await second.call('GET', '/session')).status).toBe(401);
    expect((await listed()).map(({ id }) => id)).toEqual([own!.id]);
  });

  it('is chosen for another organization of its user, and for none of others', async () => {
    const email = 'two@example.com';
    const browser = await newUser(email);
    const [own, foreign] = [await newOrganization('Other'), await newOrganization('Foreign')];
    const { user } = (await browser.call('GET', '/session')).body as Session;
    await system.em
      .fork()
      .execute(`INSERT INTO memberships (organization_id, user_id, role) VALUES (?, ?, 'editor')`, [own, user.id]);
    expect(await browser.call('PATCH', '/session', { organization_id: own })).toMatchObject({
      status: 200,
      body: { organization: { id: own, name: 'Other' }, role: 'editor' },
    });
    expect((await browser.call('PATCH', '/session', { organization_id: foreign })).status).toBe(404);
    expect((await browser.call('GET', '/session')).body).toMatchObject({ organization: { id: own } });
    const again = await newBrowser().call('POST', '/session', { email, password: PASSWORD });
    expect(again.body).toMatchObject({ organization: { id: own } });
  });
});

describe('a password', () => {
  it('is stored by argon2id with the parameters of OWASP', async () => {
    await newUser('stored@example.com');
    const [row] = await system.em
      .fork()
      .execute<[{ password_hash: string }]>(`SELECT password_hash FROM users WHERE email = 'stored@example.com'`);
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  it('when it is wrong, gets the answer that an unknown address gets', async () => {
    await newUser('known@example.com');
    const answer = async (email: string) => {
      const { status, body } = await newBrowser().call('POST', '/session', { email, password: 'wrong password' });
      return { status, body };
    };
    expect(await answer('known@example.com')).toEqual(await answer('unknown@example.com'));
    expect((await answer('known@example.com')).status).toBe(401);
  });

  it('ends all other sessions when it changes, and is changed only by who knows it', async () => {
    const email = 'changes@example.com';
    const [browser, other] = [await newUser(email), newBrowser()];
    await other.call('POST', '/session', { email, password: PASSWORD });
    const change = (current_password?: string) =>
      browser.call('PUT', '/session/password', { password: 'staple horse battery', current_password });
    expect((await change()).body).toMatchObject({ error: { details: [{ field: 'current_password', value: null }] } });
    expect((await change('not the password')).status).toBe(422);
    expect((await other.call('GET', '/session')).status).toBe(200);
    expect((await change(PASSWORD)).status).toBe(204);
    expect((await other.call('GET', '/session')).status).toBe(401);
    expect((await browser.call('GET', '/session')).status).toBe(200);
    const [before, now] = await Promise.all(
      [PASSWORD, 'staple horse battery'].map((password) => newBrowser().call('POST', '/session', { email, password })),
    );
    expect([before!.status, now!.status]).toEqual([401, 201]);
  });

  it('that is easy to guess is refused with the reason, and the old one stays', async () => {
    const browser = await newUser('lovelace@example.com');
    const { status, body } = await browser.call('PUT', '/session/password', {
      password: 'lovelace1815',
      current_password: PASSWORD,
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { details: [{ field: 'password', value: null }] } });
    expect(JSON.stringify(body)).toContain('it is made of your name');
    const again = await newBrowser().call('POST', '/session', { email: 'lovelace@example.com', password: PASSWORD });
    expect(again.status).toBe(201);
  });

  it('that is refused is repeated nowhere', async () => {
    for (const body of [
      { email: 'a', password: 12_345_678 },
      { email: 'a@example.com', passwrd: 'a secret misplaced' },
      { email: 'a@example.com', password: 'secret'.repeat(100) },
    ]) {
      const { status, body: answer } = await newBrowser().call('POST', '/session', body);
      expect(status).toBe(422);
      expect(JSON.stringify(answer)).not.toMatch(/12345678|secret/);
    }
  });
});

describe('attempts to sign in', () => {
  const attempt = (browser: Browser, email: string) =>
    browser.call('POST', '/session', { email, password: 'wrong password' });

  it('are limited for one account and address, and lock no other client out', async () => {
    const email = 'locked@example.com';
    const { headers } = await (await newUser(email)).call('POST', '/session', { email, password: PASSWORD });
    const device = headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('framewright_device='))!
      .split(';')[0]!;
    const mallory = newBrowser();
    await eventually(
      async () => {
        const answers = []; // a minute may end in between
        for (let count = 0; count < 11; count += 1) answers.push(await attempt(mallory, email));
        expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429]);
        expect(answers[10]!.headers.get('retry-after')).toBeTruthy();
      },
      { timeoutMs: 120_000 },
    );
    const right = { email, password: PASSWORD };
    expect((await newBrowser().call('POST', '/session', right)).status).toBe(201);
    expect((await mallory.call('POST', '/session', right, { cookie: device })).status).toBe(201);
  });

  it('are limited for one address, to many accounts', async () => {
    await eventually(
      async () => {
        const browser = newBrowser();
        const answers = [];
        for (let count = 0; count < 31; count += 1) answers.push(await browser.signInByLink('http://localhost/#wrong'));
        expect(answers.map(({ status }) => status)).toEqual([...Array<number>(30).fill(401), 429]);
      },
      { timeoutMs: 60_000 },
    );
  });
});

describe('a page of another site', () => {
  it.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site, as browsers say it', { 'sec-fetch-site': 'cross-site' }],
    ['a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame', { origin: 'null' }],
  ])('changes nothing from %s', async (_what, headers) => {
    const { browser } = await newOwner();
    expect((await browser.call('DELETE', '/session', undefined, headers)).status).toBe(403);
    const signIn = await browser.call('POST', '/session/link', { token: 'x' }, headers);
    expect(signIn).toMatchObject({
      status: 403,
      body: { error: { message: 'The request comes from another origin' } },
    });
    expect((await browser.call('GET', '/session')).status).toBe(200);
  });

  it('is not taken for a program that has a key', async () => {
    const { browser } = await newOwner();
    const { key } = await system.newKey({ kind: 'read' });
    const { status } = await browser.call('POST', '/webhooks', {}, { authorization: `Bearer ${key}` });
    expect(status).toBe(403);
  });

  it('a cookie without an origin changes nothing', async () => {
    const { browser } = await newOwner();
    const answer = await system.gateway.request('/v1/session', {
      method: 'DELETE',
      headers: { cookie: `framewright_session=${browser.token}` },
    });
    expect(answer.status).toBe(403);
  });
});

it('no key is a session', async () => {
  const { key } = await system.newKey();
  for (const [method, path] of [
    ['GET', '/session'],
    ['DELETE', '/session'],
    ['PUT', '/session/password'],
  ] as const) {
    expect((await system.gateway.request(`/v1${path}`, { method, key })).status).toBe(403);
  }
});
