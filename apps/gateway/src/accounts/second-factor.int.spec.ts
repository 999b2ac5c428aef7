import { describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { Answer, Browser } from '#libs/testing';
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
