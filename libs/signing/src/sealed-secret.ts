import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
/** The first byte of a sealed secret: whether the id of its key follows. */
const FORMATS = { unmarked: 1, marked: 2 } as const;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Options for sealing a secret. */
export interface SealContext {
  /** 32 bytes, from the environment. */
  key: Uint8Array;
  /** Authenticated with the secret: a sealed value copied to another owner's row cannot be opened there. */
  owner: string;
  /** Whether the sealed secret contains the id of its key, as it must once there are several keys. */
  marksKey?: boolean;
}

/** Options for opening a sealed secret. */
export interface OpenContext {
  /** The keys with which it may be sealed. */
  keys: readonly Uint8Array[];
  owner: string;
}

/**
 * Encrypts a secret for storage with AES-256-GCM. Layout: format byte, id of the key if marked, nonce, tag, ciphertext.
 *
 * @param nonce 12 fresh random bytes, never used twice with one key
 */
export function sealSecret(secret: string, { key, owner, marksKey = false }: SealContext, nonce: Uint8Array): Buffer {
  if (nonce.length !== NONCE_BYTES) throw new RangeError('A nonce has 12 bytes.');
  const head = marksKey ? markOf(key) : Buffer.of(FORMATS.unmarked);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(authenticated(head, owner));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), ciphertext]);
}

/** The first bytes of a marked secret that is sealed with this key: the format byte and the start of the key's hash. */
export function markOf(key: Uint8Array): Buffer {
  const id = createHash('sha256').update('framewright sealed secret').update(key).digest().subarray(0, KEY_ID_BYTES);
  return Buffer.concat([Buffer.of(FORMATS.marked), id]);
}

/**
 * Decrypts a secret of `sealSecret` with the key that it names, or else with the one of all keys that fits.
 *
 * @throws Error when no key fits, or when the owner or any bit has changed; the message contains nothing of the secret
 */
export function openSecret(sealed: Uint8Array, { keys, owner }: OpenContext): string {
  const isMarked = sealed[0] === FORMATS.marked;
  const head = Buffer.from(sealed.subarray(0, isMarked ? 1 + KEY_ID_BYTES : 1));
  const box = sealed.subarray(head.length);
  if (!(isMarked || sealed[0] === FORMATS.unmarked) || box.length < NONCE_BYTES + TAG_BYTES) {
    throw new RangeError('Not a sealed secret.');
  }
  const candidates = isMarked ? keys.filter((key) => markOf(key).equals(head)) : keys;
  for (const key of candidates) {
    const secret = decrypt(box, key, authenticated(head, owner));
    if (secret !== null) return secret;
  }
  if (isMarked && candidates.length === 0) throw new Error('The key that sealed this secret is not configured.');
  throw new Error('No configured key opens this secret.');
}

/** The authenticated data: of an unmarked secret only the owner, as in releases before keys were marked. */
function authenticated(head: Buffer, owner: string): Buffer {
  const name = Buffer.from(owner, 'utf8');
  return head[0] === FORMATS.marked ? Buffer.concat([head, name]) : name;
}

function decrypt(box: Uint8Array, key: Uint8Array, authenticatedData: Buffer): string | null {
  const decipher = createDecipheriv(ALGORITHM, key, box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(authenticatedData);
  decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const ciphertext = box.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    return null; // the tag does not fit: another key, another owner, or a changed bit
  }
}
