import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request, Response } from 'express';
import { hashOfToken, newSecretToken } from '../../auth/secret-token.js';
import { cookieOf } from '../../auth/session-cookie.js';
import { normalEmail } from '../users/users.js';

/**
 * The cookie by which a browser that has signed in is known again. It gives no access: it only exempts the browser from
 * limits that others have used up.
 */
const COOKIE = 'framewright_device';
/** Time for which a browser is known after it has signed in, s. */
export const DEVICE_LIFE_S = 180 * 86_400;
/** Most browsers of one user; a further one replaces the oldest. */
const MAX_DEVICES = 50;

/** The name of the browser that sent the request, if a user with this address has signed in with it. */
export async function knownDevice(em: EntityManager, request: Request, email: string): Promise<string | undefined> {
  const hash = hashOfToken(cookieOf(request, COOKIE) ?? '');
  if (!hash) return undefined;
  const [known] = await em.execute<object[]>(
    `SELECT 1 FROM known_devices d JOIN users u ON u.id = d.user_id
      WHERE d.hash = ? AND u.email = ? AND d.used_at > now() - make_interval(secs => ?) LIMIT 1`,
    [hash, normalEmail(email), DEVICE_LIFE_S],
  );
  return known && hash.toString('base64url');
}

/** Notes that a user has signed in with the request's browser. @returns the token for {@link setDeviceCookie} */
export async function noteDevice(em: EntityManager, request: Request, userId: string): Promise<string> {
  const former = hashOfToken(cookieOf(request, COOKIE) ?? '');
  const { token, hash } = newSecretToken();
  if (former) await em.execute('UPDATE known_devices SET hash = ? WHERE hash = ?', [hash, former]);
  await em.execute(
    `INSERT INTO known_devices (hash, user_id) VALUES (?, ?) ON CONFLICT (hash, user_id) DO UPDATE SET used_at = now()`,
    [hash, userId],
  );
  await em.execute(
    `DELETE FROM known_devices WHERE user_id = ? AND hash IN
       (SELECT hash FROM known_devices WHERE user_id = ? ORDER BY used_at DESC OFFSET ${MAX_DEVICES})`,
    [userId, userId],
  );
  return token;
}

/** Forgets all devices of a user, because another person may have known the password. */
export async function forgetDevices(em: EntityManager, userId: string): Promise<void> {
  await em.execute('DELETE FROM known_devices WHERE user_id = ?', [userId]);
}

/** @param publicBaseUrl of the API, with `/v1` */
export function setDeviceCookie(response: Response, token: string, publicBaseUrl: string): void {
  const { pathname, protocol } = new URL(publicBaseUrl);
  const expires = new Date(Date.now() + DEVICE_LIFE_S * 1_000);
  response.cookie(COOKIE, token, {
    ...{ path: `${pathname}/session`, expires },
    ...{ httpOnly: true, sameSite: 'strict', secure: protocol === 'https:' },
  });
}
