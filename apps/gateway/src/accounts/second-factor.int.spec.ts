import { describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { type Answer, type Browser, eventually, SoftwareAuthenticator } from '#libs/testing';
import { createPasswordReset, removeFactor } from '../operator/users.js';
import { ConsoleUsers, PASSWORD } from '../testing/console-users.js';
import { useGatewaySystem } from '../testing/running-gateway.js';

const system = useGatewaySystem({ TRUSTED_PROXIES: '127.0.0.1' });
const users = new ConsoleUsers(system);
const PERIOD_MS = 30_000;

/** The code of an authenticator. @param steps later than the present one */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * PERIOD_MS });

/** Waits until a step of time has begun, so that it does not end while its codes are used. */
async function atTheBeginningOfAStep(): Promise<void> {
  const left = PERIOD_MS - (Date.now() % PERIOD_MS);
  if (left < 12_000) await new Promise((done) => setTimeout(done, left + 100));
}

const signIn = (browser: Browser, email: string, code?: string, headers?: Record<string, string>) =>
  browser.call('POST', '/session', { email, password: PASSWORD, code }, headers);

const faultOf = ({ status, body }: Answer) => [
  status,
  (body as { error: { details: { field: string; code: string }[] } }).error.details.map((each) => [
    each.field,
    each.code,
  ]),
];
const REQUIRED = [422, [['code', 'REQUIRED_FIELD']]];
const WRONG = [422, [['code', 'INVALID_VALUE']]];

/** A user who has confirmed a second factor. */
async function userWithFactor(email: string) {
  const browser = await users.newUser(email);
  const begun = await browser.call('POST', '/session/second-factor', { current_password: PASSWORD });
  const { secret } = begun.body as { secret: string };
  await atTheBeginningOfAStep();
  const confirmed = await browser.call('POST', '/session/second-factor/confirm', { code: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  const { recovery_codes } = confirmed.body as { recovery_codes: [string, ...string[]] };
  return { browser, secret, recoveryCodes: recovery_codes };
}

describe('a second factor', () => {
  it('begins with the password, holds when it is confirmed, and shows its secrets once', async () => {
    const email = 'begins@example.com';
    const browser = await users.newUser(email);
    const begin = (current_password: string) => browser.call('POST', '/session/second-factor', { current_password });
    expect((await begin('not the password')).status).toBe(422);
    const { secret, url } = (await begin(PASSWORD)).body as { secret: string; url: string };
    expect(url).toContain(
      `otpauth://totp/Framewright:${encodeURIComponent(email)}?issuer=Framewright&secret=${secret}`,
    );
    expect((await signIn(users.newBrowser(), email)).status).toBe(201);
    expect(faultOf(await browser.call('POST', '/session/second-factor/confirm', { code: '000000' }))).toEqual(WRONG);
    await atTheBeginningOfAStep();
    const confirmed = await browser.call('POST', '/session/second-factor/confirm', { code: codeOf(secret) });
    const { recovery_codes } = confirmed.body as { recovery_codes: string[] };
    expect(new Set(recovery_codes).size).toBe(10);
    const state = await browser.call('GET', '/session/second-factor');
    expect(state.body).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect(faultOf(await signIn(users.newBrowser(), email))).toEqual(REQUIRED);
    expect((await begin(PASSWORD)).status).toBe(422);
    const [stored] = await system.em
      .fork()
      .execute<{ codes: string }[]>('SELECT string_agg(encode(hash, $$escape$$), $$ $$) AS codes FROM recovery_codes');
    expect(stored!.codes).not.toContain(recovery_codes[0]);
  }, 60_000);

  it('accepts each code once, in whatever form it is typed', async () => {
    const email = 'once@example.com';
    const { secret, recoveryCodes } = await userWithFactor(email);
    expect(faultOf(await signIn(users.newBrowser(), email, codeOf(secret)))).toEqual(WRONG); // it has confirmed
    const [next, wrong] = [codeOf(secret, 1), codeOf(secret, 5)];
    expect(faultOf(await signIn(users.newBrowser(), email, wrong))).toEqual(WRONG);
    const answers = await Promise.all([next, next, next].map((code) => signIn(users.newBrowser(), email, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const typed = recoveryCodes[0].toUpperCase().replaceAll('-', ' ');
    expect((await signIn(users.newBrowser(), email, typed)).status).toBe(201);
    expect(faultOf(await signIn(users.newBrowser(), email, recoveryCodes[0]))).toEqual(WRONG);
  }, 60_000);

  it('is asked for wherever the password opens a session, and a refused code leaves the link as it was', async () => {
    const email = 'everyway@example.com';
    const { recoveryCodes } = await userWithFactor(email);
    const { url } = await createPasswordReset(system.em.fork(), email, 'http://localhost/v1');
    const token = new URL(url).hash.slice(1);
    const reset = (code?: string) =>
      users.newBrowser().call('POST', '/session/password-reset', { token, password: PASSWORD, code });
    expect(faultOf(await reset())).toEqual(REQUIRED);
    expect(faultOf(await reset('000000'))).toEqual(WRONG);
    expect((await reset(recoveryCodes[1])).status).toBe(201);
    const { browser: owner } = await users.newOwner();
    const invited = await owner.call('POST', '/invitations', { email, role: 'editor' });
    const link = new URL((invited.body as { url: string }).url).hash.slice(1);
    const accept = (code?: string) =>
      users.newBrowser().call('POST', '/session/invitation', { token: link, name: 'Ada', password: PASSWORD, code });
    expect(faultOf(await accept())).toEqual(REQUIRED);
    expect((await accept(recoveryCodes[2])).status).toBe(201);
  }, 60_000);

  it('stops who tries codes from many addresses, and not the browser of the user', async () => {
    const email = 'tried@example.com';
    const { browser, recoveryCodes } = await userWithFactor(email);
    const own = await signIn(browser, email, recoveryCodes[0]);
    const device = own.headers
      .getSetCookie()
      .find((each) => each.startsWith('framewright_device='))!
      .split(';')[0]!;
    const statuses = [];
    for (let count = 0; count < 21; count += 1)
      statuses.push((await signIn(users.newBrowser(), email, `00000${count % 10}`)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(422), 429]);
    expect((await signIn(users.newBrowser(), email, recoveryCodes[1])).status).toBe(429);
    expect((await signIn(users.newBrowser(), email, recoveryCodes[1], { cookie: device })).status).toBe(201);
  }, 60_000);

  it('is removed, and its recovery codes renewed, by who has the password and a code; or by the operator', async () => {
    const email = 'removes@example.com';
    const { browser, recoveryCodes } = await userWithFactor(email);
    const call = (what: string, code: string, current_password = PASSWORD) =>
      browser.call('POST', `/session/second-factor/${what}`, { current_password, code });
    expect((await call('remove', recoveryCodes[0], 'not the password')).status).toBe(422);
    expect(faultOf(await call('remove', '000000'))).toEqual(WRONG);
    const renewed = await call('recovery-codes', recoveryCodes[0]);
    const { recovery_codes } = renewed.body as { recovery_codes: string[] };
    expect(faultOf(await call('remove', recoveryCodes[1]!))).toEqual(WRONG);
    expect((await call('remove', recovery_codes[0]!)).status).toBe(204);
    expect((await signIn(users.newBrowser(), email)).status).toBe(201);

    await userWithFactor('lost@example.com');
    await removeFactor(system.em.fork(), 'lost@example.com');
    expect((await signIn(users.newBrowser(), 'lost@example.com')).status).toBe(201);
    await expect(removeFactor(system.em.fork(), 'lost@example.com')).rejects.toThrow('has no second factor');
  }, 60_000);

  it('needs a password first', async () => {
    const { browser } = await users.newOwner();
    const begun = await browser.call('POST', '/session/second-factor', { current_password: PASSWORD });
    expect(JSON.stringify(begun.body)).toContain('a second factor needs a password');
  });
});

/** The origin of the gateway's public address. */
const ORIGIN = 'http://localhost';

const challengeFor = async (browser: Browser) =>
  ((await browser.call('POST', '/session/passkey/challenge', {})).body as { challenge: string }).challenge;

/** Signs in by a passkey that this browser was asked for. */
const showTo = async (browser: Browser, authenticator: SoftwareAuthenticator, { isVerified = true } = {}) =>
  browser.call('POST', '/session/passkey', authenticator.show(await challengeFor(browser), { isVerified }));

const begin = async (browser: Browser, proof: object = {}) => {
  const begun = await browser.call('POST', '/session/passkeys', { current_password: PASSWORD, ...proof });
  return begun as Answer & { body: { challenge: string; excluded: string[] } };
};

/** Adds a passkey in a browser. @param proof of the second factor, if there is one */
async function addPasskey(browser: Browser, proof: object = {}, authenticator = new SoftwareAuthenticator(ORIGIN)) {
  const { body } = await begin(browser, proof);
  const made = { name: 'Phone', ...authenticator.make(body.challenge) };
  const added = await browser.call('POST', '/session/passkeys/confirm', made);
  const { passkey, recovery_codes: codes } = added.body as {
    passkey?: { id: string };
    recovery_codes: [string, ...string[]] | null;
  };
  return { authenticator, added, made, id: passkey?.id, codes };
}

describe('a passkey', () => {
  it('signs in without password and code, each answer once, in the browser that was asked', async () => {
    const browser = await users.newUser('passkey@example.com');
    const { authenticator, codes } = await addPasskey(browser);
    expect(new Set(codes).size).toBe(10);
    const later = users.newBrowser();
    const answer = authenticator.show(await challengeFor(later));
    const other = users.newBrowser();
    await challengeFor(other);
    expect((await other.call('POST', '/session/passkey', answer)).status).toBe(401);
    const signedIn = await later.call('POST', '/session/passkey', answer);
    expect([signedIn.status, signedIn.body]).toMatchObject([201, { user: { email: 'passkey@example.com' } }]);
    expect((await later.call('POST', '/session/passkey', answer)).status).toBe(401);
    const listed = await later.call('GET', '/session/passkeys');
    expect(listed.body).toMatchObject({ data: [{ name: 'Phone', last_used_at: expect.any(String) }] });
    await eventually(async () => {
      const entries = await system.em
        .fork()
        .execute<{ status: number }[]>(`SELECT status FROM audit_entries WHERE action = 'createSessionByPasskey'`);
      expect(entries.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    });
  });

  it('is refused from another origin, without knowing its user, after its time, and with another key', async () => {
    const browser = await users.newUser('refuses@example.com');
    const { authenticator } = await addPasskey(browser);
    const visitor = users.newBrowser();
    expect((await showTo(visitor, authenticator, { isVerified: false })).status).toBe(401);
    expect((await showTo(visitor, new SoftwareAuthenticator(ORIGIN))).status).toBe(401);
    const { id } = authenticator.show('any');
    const forged = new SoftwareAuthenticator(ORIGIN).show(await challengeFor(visitor));
    expect((await visitor.call('POST', '/session/passkey', { ...forged, id })).status).toBe(401);
    const late = authenticator.show(await challengeFor(visitor));
    await system.em.fork().execute('UPDATE passkey_challenges SET expires_at = now()');
    expect((await visitor.call('POST', '/session/passkey', late)).status).toBe(401);
    expect((await showTo(visitor, authenticator)).status).toBe(201);

    const { body } = await begin(browser, { passkey: authenticator.show(await challengeFor(browser)) });
    const elsewhere = new SoftwareAuthenticator('http://evil.localhost').make(body.challenge);
    expect((await browser.call('POST', '/session/passkeys/confirm', { name: 'Phone', ...elsewhere })).status).toBe(422);
  });

  it('is added once, with the proof of the other factors, and in the session that began it', async () => {
    const { browser, recoveryCodes } = await userWithFactor('adds@example.com');
    expect(faultOf(await begin(browser))).toEqual(REQUIRED);
    const { authenticator, made, codes } = await addPasskey(browser, { code: recoveryCodes[0] });
    expect(codes).toBeNull(); // those of the authenticator app stay
    expect((await browser.call('POST', '/session/passkeys/confirm', made)).status).toBe(422);
    const begun = await begin(browser, { code: recoveryCodes[1] });
    expect(begun.body.excluded).toEqual([authenticator.show('any').id]);
    const stranger = await users.newUser('stranger@example.com');
    const stolen = { name: 'Phone', ...new SoftwareAuthenticator(ORIGIN).make(begun.body.challenge) };
    expect((await stranger.call('POST', '/session/passkeys/confirm', stolen)).status).toBe(422);
    const again = await addPasskey(browser, { code: recoveryCodes[2] }, authenticator);
    expect(again.added.status).toBe(422); // the authenticator has one already
  }, 60_000);

  it('looks into no certificate that comes with it', async () => {
    const browser = await users.newUser('certified@example.com');
    const { body } = await begin(browser);
    const statement = Buffer.concat([Buffer.from([0xa1, 0x63]), Buffer.from('x5c'), Buffer.from([0x81, 0x41, 0])]);
    const made = new SoftwareAuthenticator(ORIGIN).make(body.challenge, { fmt: 'packed', attStmt: statement });
    expect((await browser.call('POST', '/session/passkeys/confirm', { name: 'Key', ...made })).status).toBe(201);
  });

  it('stands for the code of its user alone; recovery codes stand for it; the last one takes them along', async () => {
    const email = 'second@example.com';
    const browser = await users.newUser(email);
    const { authenticator, id, codes } = await addPasskey(browser);
    const foreign = await addPasskey(await users.newUser('foreign@example.com'));
    const visitor = users.newBrowser();
    const withPasskey = async (from: SoftwareAuthenticator) => {
      const passkey = from.show(await challengeFor(visitor));
      return visitor.call('POST', '/session', { email, password: PASSWORD, passkey });
    };
    expect(faultOf(await signIn(visitor, email))).toEqual(REQUIRED);
    expect(faultOf(await signIn(visitor, email, '000000'))).toEqual(WRONG);
    expect(faultOf(await withPasskey(foreign.authenticator))).toEqual([422, [['passkey', 'INVALID_VALUE']]]);
    expect((await withPasskey(authenticator)).status).toBe(201);
    expect((await signIn(users.newBrowser(), email, codes![0])).status).toBe(201);
    const state = await browser.call('GET', '/session/second-factor');
    expect(state.body).toEqual({ enabled: true, since: null, recovery_codes_left: 9 });

    const renamed = await browser.call('PATCH', `/session/passkeys/${id}`, { name: 'Key' });
    expect(renamed.body).toMatchObject({ id, name: 'Key' });
    const remove = (which: string | undefined, proof: object) =>
      browser.call('POST', `/session/passkeys/${which}/remove`, { current_password: PASSWORD, ...proof });
    expect(faultOf(await remove(id, {}))).toEqual(REQUIRED);
    expect((await remove(foreign.id, { code: codes![1] })).status).toBe(404);
    expect((await remove(id, { code: codes![1] })).status).toBe(204); // the code was not used up by what failed
    expect((await signIn(users.newBrowser(), email)).status).toBe(201);
    expect((await showTo(visitor, authenticator)).status).toBe(401);
    const [left] = await system.em
      .fork()
      .execute<{ count: number }[]>(
        `SELECT count(*)::int FROM second_factors f JOIN users u ON u.id = f.user_id WHERE u.email = ?`,
        [email],
      );
    expect(left!.count).toBe(0);
  });
});
