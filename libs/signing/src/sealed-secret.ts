import { createCipheriv, createDecipheriv } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** Where a secret lives: the key it is encrypted with, and the id of its owner. */
export interface SealContext {
  /** 32 bytes, from the environment. */
  key: Uint8Array;
  /** Authenticated with the secret: a sealed value copied to another owner's row does not open there. */
  owner: string;
}

/**
 * Encrypts a secret for storage: AES-256-GCM, laid out as format byte, nonce, tag, ciphertext.
 *
 * @param nonce 12 fresh random bytes, never used twice with one key
 */
export function sealSecret(secret: string, context: SealContext, nonce: Uint8Array): Buffer {
  if (nonce.length !== NONCE_BYTES) throw new RangeError('A nonce has 12 bytes.');
  const cipher = createCipheriv(ALGORITHM, context.key, nonce);
  cipher.setAAD(Buffer.from(context.owner, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), ciphertext]);
}

/**
 * Decrypts what `sealSecret` made.
 *
 * @throws Error when key, owner or a single bit differ from those of sealing; nothing of the secret is in the message
 */
export function openSecret(sealed: Uint8Array, context: SealContext): string {
  if (sealed.length < HEADER_BYTES || sealed[0] !== FORMAT) throw new RangeError('Not a sealed secret.');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, context.key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context.owner, 'utf8'));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEADER_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]).toString('utf8');
}
