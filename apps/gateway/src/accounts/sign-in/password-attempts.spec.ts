import { describe, expect, it } from '@jest/globals';
import { PasswordAttempts } from './password-attempts.js';

const ACCOUNT = 'ada@example.com';
/** A time early in an hour, Unix seconds. */
const NOON_S = 1_795_262_400;
const from = (client: string) => ({ client, knownDevice: undefined });

/** An account at which an attacker has guessed from many addresses. */
function guarded(): PasswordAttempts {
  const attempts = new PasswordAttempts();
  for (let n = 0; n < 100; n += 1) expect(attempts.count(ACCOUNT, from(`bot ${n}`), NOON_S)).toBeUndefined();
  return attempts;
}

/** Makes 20 attempts. @returns the number that are not refused */
function made(attempts: PasswordAttempts, origin: { client: string; knownDevice: string | undefined }): number {
  return Array.from({ length: 20 }, () => attempts.count(ACCOUNT, origin, NOON_S)).filter((refused) => !refused).length;
}

describe('attempts with a password', () => {
  it('are 10 a minute for an address, and no other address has fewer of them', () => {
    const attempts = new PasswordAttempts();
    expect(made(attempts, from('mallory'))).toBe(10);
    expect(attempts.count(ACCOUNT, from('mallory'), NOON_S)).toMatchObject({ limit: 10, retryAfterS: 60 });
    expect(made(attempts, from('ada'))).toBe(10);
    expect(attempts.count(ACCOUNT, from('mallory'), NOON_S + 60)).toBeUndefined();
  });

  it('are 3 an hour for an address after 100 from everywhere', () => {
    const attempts = guarded();
    expect(made(attempts, from('another bot'))).toBe(3);
    expect(attempts.count(ACCOUNT, from('another bot'), NOON_S + 60)).toMatchObject({ limit: 3, retryAfterS: 3_540 });
    expect(made(attempts, from('ada'))).toBe(3);
    expect(attempts.count(ACCOUNT, from('another bot'), NOON_S + 3_600)).toBeUndefined();
  });

  it('are 10 a minute for a browser that has signed in before, whatever others do from its address', () => {
    const attempts = guarded();
    made(attempts, from('ada'));
    expect(made(attempts, { client: 'ada', knownDevice: 'the browser of ada' })).toBe(10);
  });

  it('at one account are none at another', () => {
    expect(guarded().count('grace@example.com', from('bot 1'), NOON_S)).toBeUndefined();
  });
});
