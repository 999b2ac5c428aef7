import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from '#libs/testing';
import { createOrganization } from '../../operator/organizations.js';
import { createConsoleLink } from '../../operator/users.js';
import { ConsoleUsers, PASSWORD } from '../../testing/console-users.js';
import { CLIENT_ID, CLIENT_SECRET, type OpenIdIssuer, startOpenIdIssuer } from '../../testing/open-id-issuer.js';
import { type GatewaySystem, startGatewaySystem } from '../../testing/running-gateway.js';
import type { OwnInvitation, Session } from '../users/account-requests.js';

const CONSOLE = 'http://localhost/console';
const START = '/session/single-sign-on';

let issuer: OpenIdIssuer;
let system: GatewaySystem;
let users: ConsoleUsers;
let people = 0;

beforeAll(async () => {
  issuer = await startOpenIdIssuer();
  system = await startGatewaySystem({
    TRUSTED_PROXIES: '127.0.0.1',
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_NAME: 'Example Inc.',
    OIDC_ALLOWED_DOMAINS: 'example.com',
  });
  users = new ConsoleUsers(system);
});

afterAll(async () => {
  await system.stop();
  await issuer.stop();
});

beforeEach(() => {
  people += 1;
  issuer.person = {
    sub: `person ${people}`,
    email: `Person-${people}@Example.com`,
    email_verified: true,
    name: 'Grace',
  };
  Object.assign(issuer, { wrong: {}, refuses: false });
});

const emailOf = () => issuer.person.email!.toLowerCase();
const locationOf = ({ headers }: { headers: Headers }) => headers.get('location')!;
const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]!.split(';')[0]!;

const open = (browser: Browser, path: string, headers: Record<string, string> = {}) =>
  browser.call('GET', path, undefined, headers);

interface Attempt {
  cookie: string;
  /** Path and query to which the provider redirects the browser. */
  answer: string;
}

async function beginAttempt(browser: Browser, query = ''): Promise<Attempt> {
  const begun = await open(browser, `${START}${query}`);
  expect(begun.status).toBe(302);
  const back = await fetch(locationOf(begun), { redirect: 'manual' });
  const { pathname, search } = new URL(back.headers.get('location')!);
  return { cookie: cookieOf(begun), answer: `${pathname.replace(/^\/v1/, '')}${search}` };
}

/**
 * Follows the provider's redirect. The provider is another site, so the browser sends no cookies that only requests of
 * the own site may carry.
 */
const finish = (browser: Browser, { cookie, answer }: Attempt) => open(browser, answer, { cookie });

async function signIn(browser: Browser, query = ''): Promise<string> {
  return locationOf(await finish(browser, await beginAttempt(browser, query)));
}

async function invitationsOf(browser: Browser): Promise<OwnInvitation[]> {
  const { status, body } = await browser.call('GET', '/session/invitations');
  expect(status).toBe(200);
  return (body as { data: OwnInvitation[] }).data;
}

const answer = (browser: Browser, { id }: OwnInvitation, how: 'accept' | 'decline') =>
  browser.call('POST', `/session/invitations/${id}/${how}`);

async function invite(email: string, role: 'viewer' | 'editor' = 'editor'): Promise<string> {
  const { browser, orgId } = await users.newOwner();
  expect((await browser.call('POST', '/invitations', { email, role })).status).toBe(201);
  return orgId;
}

describe('single sign-on', () => {
  it('is named to the sign-in page', async () => {
    expect((await users.newBrowser().call('GET', '/session/options')).body).toEqual({
      password: true,
      passkeys: 'http://localhost',
      single_sign_on: 'Example Inc.',
    });
  });

  it('makes an invited person a user without an organization, who joins by accepting', async () => {
    const [browser, orgId] = [users.newBrowser(), await invite(emailOf())];
    expect(await signIn(browser, '?from=/videos')).toBe(`${CONSOLE}/videos`);
    const user = { email: emailOf(), email_proven: true, name: 'Grace', has_password: false };
    const homeless = { user, organization: null, role: null, organizations: [] };
    expect((await browser.call('GET', '/session')).body).toMatchObject(homeless);
    for (const path of ['/templates', '/members', '/organization', '/operator/users'])
      expect([path, (await browser.call('GET', path)).status]).toEqual([path, 403]);
    const [invitation] = await invitationsOf(browser);
    expect(invitation).toMatchObject({
      organization: { id: orgId, name: 'Acme' },
      role: 'editor',
      inviter: { name: 'Owner', email: `owner@${orgId}.invalid`, email_proven: true },
    });
    const joined = { organization: { id: orgId }, role: 'editor', organizations: [{ id: orgId }] };
    expect(await answer(browser, invitation!, 'accept')).toMatchObject({ status: 200, body: joined });
    expect((await browser.call('GET', '/session')).body).toMatchObject(joined);
    expect((await answer(browser, invitation!, 'accept')).status).toBe(404);
    const again = users.newBrowser();
    issuer.person.email = `renamed-${people}@example.com`; // the subject counts, not the address
    expect(await signIn(again)).toBe(`${CONSOLE}/`);
    expect((await again.call('GET', '/session')).body).toMatchObject({ organization: { id: orgId } });
  });

  it('joins no user to anything: a member finds a further invitation, and may decline it', async () => {
    const [browser, first] = [users.newBrowser(), await invite(emailOf())];
    await signIn(browser);
    await answer(browser, (await invitationsOf(browser))[0]!, 'accept');
    await invite(emailOf(), 'viewer');
    await signIn(browser);
    const { organizations } = (await browser.call('GET', '/session')).body as Session;
    expect(organizations.map(({ id }) => id)).toEqual([first]);
    const [further] = await invitationsOf(browser);
    expect((await answer(browser, further!, 'decline')).status).toBe(204);
    expect(await invitationsOf(browser)).toEqual([]);
  });

  it('is in the audit logs: the sign-in in no organization, every answer in that of the invitation', async () => {
    const [first, second] = [await invite(emailOf()), await invite(emailOf(), 'viewer')];
    const browser = users.newBrowser();
    await signIn(browser);
    for (const invitation of await invitationsOf(browser))
      await answer(browser, invitation, invitation.organization.id === first ? 'accept' : 'decline');
    const entries = await system.em
      .fork()
      .execute<object[]>(
        'SELECT organization_id, action, status FROM audit_entries WHERE actor_name = ? ORDER BY action',
        [emailOf()],
      );
    expect(entries).toEqual([
      { organization_id: null, action: 'createSessionBySingleSignOn', status: 201 },
      { organization_id: second, action: 'declineInvitation', status: 204 },
      { organization_id: first, action: 'joinOrganization', status: 200 },
    ]);
  });

  it('shows invitations to no other user, least of all to one who has entered the address', async () => {
    const orgId = await invite(emailOf());
    const { browser: mallory } = await users.newOwner();
    expect((await mallory.call('PATCH', '/session/user', { email: emailOf() })).body).toMatchObject({
      user: { email: emailOf(), email_proven: false },
    });
    expect(await invitationsOf(mallory)).toEqual([]);
    const [person, stranger] = [users.newBrowser(), await users.newUser(`stranger-${people}@example.org`)];
    await signIn(person);
    const [invitation] = await invitationsOf(person);
    for (const other of [mallory, stranger])
      for (const how of ['accept', 'decline'] as const)
        expect((await answer(other, invitation!, how)).status).toBe(404);
    expect((await answer(person, invitation!, 'accept')).body).toMatchObject({ organization: { id: orgId } });
  });

  it('begins a session whose token no earlier one had, and ends the one before', async () => {
    const { browser } = await users.newOwner();
    await invite(emailOf());
    const planted = `framewright_session=${browser.token}`;
    await signIn(browser);
    const old = await users.newBrowser().call('GET', '/session', undefined, { cookie: planted });
    expect(old.status).toBe(401);
    expect((await browser.call('GET', '/session')).body).toMatchObject({ user: { email: emailOf() } });
  });

  it('takes over a user without a password whom an operator has created, and ends the sessions that exist', async () => {
    const orgId = await users.newOrganization();
    const options = { orgId, email: emailOf(), operator: false };
    const { url } = await createConsoleLink(system.em.fork(), options, 'http://localhost/v1');
    const before = users.newBrowser();
    const { user } = (await before.signInByLink(url)).body as Session;
    const browser = users.newBrowser();
    expect(await signIn(browser)).toBe(`${CONSOLE}/`);
    expect((await browser.call('GET', '/session')).body).toMatchObject({ user: { id: user.id } });
    expect((await before.call('GET', '/session')).status).toBe(401);
  });

  it('proves an address that its user enters later', async () => {
    const browser = await users.newUser(`before-${people}@example.org`);
    await signIn(browser, '?connect=true');
    const change = (email: string) => browser.call('PATCH', '/session/user', { email, current_password: PASSWORD });
    expect((await change(`other-${people}@example.com`)).body).toMatchObject({ user: { email_proven: false } });
    expect((await change(emailOf())).body).toMatchObject({ user: { email: emailOf(), email_proven: true } });
  });

  it('is connected by a user who has signed in with a password', async () => {
    const browser = await users.newUser(emailOf());
    const { user } = (await browser.call('GET', '/session')).body as Session;
    expect(await signIn(users.newBrowser())).toBe(`${CONSOLE}/sign-in?refused=has_password`);
    expect(await signIn(browser, '?connect=true')).toBe(`${CONSOLE}/`);
    const other = users.newBrowser();
    await signIn(other);
    expect((await other.call('GET', '/session')).body).toMatchObject({ user: { id: user.id, has_password: true } });
  });

  it('connects nothing without a session, and no person with two users', async () => {
    expect(locationOf(await open(users.newBrowser(), `${START}?connect=true`))).toBe(
      `${CONSOLE}/sign-in?refused=expired`,
    );
    await invite(emailOf());
    await signIn(users.newBrowser());
    const { browser } = await users.newOwner();
    expect(await signIn(browser, '?connect=true')).toBe(`${CONSOLE}/sign-in?refused=connected_elsewhere`);
  });

  it.each<[string, Partial<OpenIdIssuer['person']>, string]>([
    ['whose e-mail address is not verified', { email_verified: false }, 'email_not_verified'],
    ['without an e-mail address', { email: undefined }, 'email_not_verified'],
    ['of an unknown domain', { email: 'eve@example.com.evil.example' }, 'domain'],
    ['who is not invited', {}, 'not_invited'],
  ])('refuses a person %s, and makes no user', async (_who, person, reason) => {
    if (reason !== 'not_invited') await invite((person.email ?? issuer.person.email!).toLowerCase());
    Object.assign(issuer.person, person);
    const browser = users.newBrowser();
    expect(await signIn(browser)).toBe(`${CONSOLE}/sign-in?refused=${reason}`);
    expect(browser.token).toBeUndefined();
    const made = await system.em.fork().execute('SELECT 1 FROM user_identities WHERE subject = ?', [issuer.person.sub]);
    expect(made).toEqual([]);
  });

  it.each<[string, Partial<Pick<OpenIdIssuer, 'wrong' | 'refuses'>>]>([
    ['that is meant for another attempt', { wrong: { nonce: 'another' } }],
    ['that is meant for another client', { wrong: { audience: 'another' } }],
    ['of another issuer', { wrong: { issuer: 'https://evil.example' } }],
    ['that says no', { refuses: true }],
  ])('refuses an answer %s', async (_what, change) => {
    await invite(emailOf());
    Object.assign(issuer, change);
    const browser = users.newBrowser();
    expect(await signIn(browser)).toBe(`${CONSOLE}/sign-in?refused=failed`);
    expect(browser.token).toBeUndefined();
  });

  it('refuses an answer that is brought twice, by another browser, or with another state', async () => {
    await invite(emailOf());
    const [browser, other] = [users.newBrowser(), users.newBrowser()];
    const [mine, theirs] = [await beginAttempt(browser), await beginAttempt(other)];
    expect(locationOf(await finish(browser, { ...mine, answer: theirs.answer }))).toContain('refused=failed');
    expect(locationOf(await finish(browser, mine))).toContain('refused=expired'); // used up by the try before
    expect(locationOf(await open(browser, theirs.answer))).toContain('refused=expired'); // without the cookie
    expect(locationOf(await finish(other, theirs))).toBe(`${CONSOLE}/`);
    expect(locationOf(await finish(other, theirs))).toContain('refused=expired');
    expect(browser.token).toBeUndefined();
  });

  it('keeps its cookie from scripts, and takes no address of another site to lead to', async () => {
    const begun = await open(users.newBrowser(), `${START}?from=https://evil.example/`);
    expect(begun.headers.getSetCookie()[0]).toMatch(
      /^framewright_single_sign_on=[\w-]{43}; Path=\/v1\/session\/single-sign-on; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    await invite(emailOf());
    expect(await signIn(users.newBrowser(), '?from=https://evil.example/')).toBe(`${CONSOLE}/`);
    expect(await signIn(users.newBrowser(), '?from=//evil.example/')).toBe(`${CONSOLE}//evil.example/`); // of this server
  });

  it('counts attempts of an address', async () => {
    const browser = users.newBrowser();
    const refused = `${CONSOLE}/sign-in?refused=too_many`;
    let [attempts, location] = [0, ''];
    // More attempts than the limit, because a minute may end in between.
    for (; attempts < 62 && location !== refused; attempts += 1) location = locationOf(await open(browser, START));
    expect([location, attempts > 30]).toEqual([refused, true]);
  });
});

describe('a gateway', () => {
  it('whose domains belong to one organization makes everyone a member of it, whatever owners of others have done', async () => {
    const { id } = await createOrganization(system.em.fork(), 'Example Inc.');
    process.env['OIDC_ORGANIZATION_ID'] = id;
    const gateway = await system.startGateway();
    Reflect.deleteProperty(process.env, 'OIDC_ORGANIZATION_ID');
    const ofExample = { organization: { id }, role: 'viewer', organizations: [{ id }] };
    const firstSession = async () => {
      const browser = users.newBrowser(gateway.url);
      expect(await signIn(browser)).toBe(`${CONSOLE}/`);
      return (await browser.call('GET', '/session')).body as Session;
    };
    expect(await firstSession()).toMatchObject(ofExample);
    const next = (what: string) => {
      issuer.person = { ...issuer.person, sub: `${what} ${people}`, email: `${what}-${people}@example.com` };
    };

    next('invited');
    await invite(emailOf());
    expect(await firstSession()).toMatchObject(ofExample);

    next('entered');
    const { browser: mallory, session } = await users.newOwner();
    await mallory.call('PATCH', '/session/user', { email: emailOf() });
    expect(await firstSession()).toMatchObject(ofExample);
    expect((await mallory.call('GET', '/session')).body).toMatchObject({ user: { id: session.user.id } });

    next('registered');
    const { browser: evil } = await users.newOwner();
    const { url } = (await evil.call('POST', '/invitations', { email: emailOf(), role: 'viewer' })).body as {
      url: string;
    };
    const invitation = { token: new URL(url).hash.slice(1), name: 'Not Grace', password: PASSWORD };
    expect((await users.newBrowser().call('POST', '/session/invitation', invitation)).status).toBe(201);
    const registered = await firstSession();
    expect(registered).toMatchObject(ofExample);
    expect(registered.organizations).toHaveLength(1);
  });

  it('does not let a removed member in again', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    process.env['OIDC_ORGANIZATION_ID'] = orgId;
    const gateway = await system.startGateway();
    Reflect.deleteProperty(process.env, 'OIDC_ORGANIZATION_ID');
    const browser = users.newBrowser(gateway.url);
    await signIn(browser);
    const { user } = (await browser.call('GET', '/session')).body as Session;
    expect((await owner.call('DELETE', `/members/${user.id}`)).status).toBe(204);
    expect(await signIn(browser)).toBe(`${CONSOLE}/sign-in?refused=not_invited`);
  });

  it('whose provider cannot be reached leads to a page that explains it', async () => {
    process.env['OIDC_ISSUER'] = 'http://127.0.0.1:9/';
    const gateway = await system.startGateway();
    process.env['OIDC_ISSUER'] = issuer.url;
    expect(locationOf(await open(users.newBrowser(gateway.url), START))).toBe(`${CONSOLE}/sign-in?refused=unavailable`);
  });
});
