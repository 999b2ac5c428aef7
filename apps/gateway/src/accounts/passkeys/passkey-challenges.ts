import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request, Response } from 'express';
import { hashOfToken, newSecretToken } from '../../auth/secret-token.js';
import { cookieOf } from '../../auth/session-cookie.js';

/** The cookie of a browser that was given a challenge: another browser's answer to it counts for nothing. */
const COOKIE = 'framewright_passkey';
/** Time for which a person may look for a passkey, s. */
const LIFE_S = 300;

/** Stores a challenge for the session that adds a passkey. @returns the challenge */
export function challengeSession(em: EntityManager, sessionId: string): Promise<string> {
  return storeChallenge(em, holderOfSession(sessionId));
}

/** Stores a challenge for the browser that shows a passkey. @returns the challenge */
export async function challengeBrowser(em: EntityManager, response: Response, publicBaseUrl: string): Promise<string> {
  const { token, hash } = newSecretToken();
  const { pathname, protocol } = new URL(publicBaseUrl);
  response.cookie(COOKIE, token, {
    ...{ path: `${pathname}/session`, maxAge: LIFE_S * 1_000 },
    ...{ httpOnly: true, sameSite: 'strict', secure: protocol === 'https:' },
  });
  return storeChallenge(em, hash);
}

/** Uses a challenge of the session up. @returns whether it was one that holds */
export function takeSessionChallenge(em: EntityManager, sessionId: string, challenge: string): Promise<boolean> {
  return takeChallenge(em, holderOfSession(sessionId), challenge);
}

/** Uses a challenge of the browser up. @returns whether it was one that holds */
export async function takeBrowserChallenge(em: EntityManager, request: Request, challenge: string): Promise<boolean> {
  const holder = hashOfToken(cookieOf(request, COOKIE) ?? '');
  return holder !== undefined && takeChallenge(em, holder, challenge);
}

async function storeChallenge(em: EntityManager, holder: Buffer): Promise<string> {
  const { token, hash } = newSecretToken();
  await em.execute(
    'INSERT INTO passkey_challenges (hash, holder, expires_at) VALUES (?, ?, now() + make_interval(secs => ?))',
    [hash, holder, LIFE_S],
  );
  return token;
}

async function takeChallenge(em: EntityManager, holder: Buffer, challenge: string): Promise<boolean> {
  const hash = hashOfToken(challenge);
  if (!hash) return false;
  const taken = await em.execute<object[]>(
    'DELETE FROM passkey_challenges WHERE hash = ? AND holder = ? AND expires_at > now() RETURNING 1',
    [hash, holder],
  );
  return taken.length > 0;
}

function holderOfSession(sessionId: string): Buffer {
  return createHash('sha256').update(`session ${sessionId}`).digest();
}
