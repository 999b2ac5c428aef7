import type { EntityManager } from '@mikro-orm/postgresql';
import { hashOfToken, newSecretToken } from '../../auth/secret-token.js';
import type { AttemptSecrets } from './open-id-provider.js';

/** Time for which a person may be at the provider, s. */
export const ATTEMPT_LIFE_S = 600;

/** An attempt to sign in at the provider. */
interface Attempt extends AttemptSecrets {
  /** The page of the console to go to. */
  page: string;
  /** The signed-in user who connects the provider; null for signing in. */
  userId: string | null;
  /**
   * The browser's present session, which ends. It is stored because the browser does not send its cookie on the way
   * back.
   */
  sessionHash: Buffer | null;
}

/** Stores an attempt. @returns the token that only the browser of this attempt has */
export async function storeAttempt(em: EntityManager, attempt: Attempt): Promise<string> {
  const { token, hash } = newSecretToken();
  const { state, nonce, verifier, page, userId, sessionHash } = attempt;
  await em.execute(
    `INSERT INTO single_sign_on_attempts (hash, state, nonce, verifier, page, user_id, session_hash, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, now() + make_interval(secs => ?))`,
    [hash, state, nonce, verifier, page, userId, sessionHash, ATTEMPT_LIFE_S],
  );
  return token;
}

/** Uses an attempt up, so that a response counts once. Undefined if the attempt is unknown, used or expired. */
export async function takeAttempt(em: EntityManager, token: string): Promise<Attempt | undefined> {
  const hash = hashOfToken(token);
  if (!hash) return undefined;
  const [attempt] = await em.execute<Attempt[]>(
    `DELETE FROM single_sign_on_attempts WHERE hash = ? AND expires_at > now()
     RETURNING state, nonce, verifier, page, user_id AS "userId", session_hash AS "sessionHash"`,
    [hash],
  );
  return attempt;
}
