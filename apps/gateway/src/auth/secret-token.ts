import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;
const FORM = /^[A-Za-z0-9_-]{43}$/;

/** A secret that its holder sends, and its SHA-256, which is all that is stored. */
export interface SecretToken {
  /** 32 random bytes in base64url. */
  token: string;
  hash: Buffer;
}

export function newSecretToken(): SecretToken {
  const token = randomBytes(BYTES).toString('base64url');
  return { token, hash: hashOfToken(token)! };
}

/** The SHA-256 of a token as sent; undefined for a text that cannot be one. */
export function hashOfToken(token: string): Buffer | undefined {
  return FORM.test(token) ? createHash('sha256').update(token).digest() : undefined;
}
