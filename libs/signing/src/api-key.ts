import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { toBase62 } from './base62.js';

const PREFIX = 'fw_';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const DISPLAY_LENGTH = 8;
const PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${String(SECRET_LENGTH + CHECKSUM_LENGTH)}}$`);

/** The facts of a key that the gateway may store: never the key itself. */
export interface ApiKeyRecord {
  /** SHA-256 of the whole key, 32 bytes: stored and looked up. 190 random bits need no slow hash. */
  hash: Buffer;
  /** The first 8 characters (`fw_` and 5 more), by which a person recognizes a key in a list. */
  display: string;
}

/**
 * Formats a key: `fw_`, 32 base62 characters of the given bytes, 6 base62 characters of their CRC-32 (docs/api.md).
 *
 * @param randomBytes 32 bytes from a cryptographic source
 * @throws RangeError for any other number of bytes
 */
export function formatApiKey(randomBytes: Uint8Array): string {
  if (randomBytes.length !== 32) throw new RangeError('An API key is made of 32 random bytes.');
  const unchecked = PREFIX + toBase62(randomBytes, SECRET_LENGTH);
  return unchecked + checksumOf(unchecked);
}

/** Parses a key. Returns null when its form or checksum is wrong, so that a typing error costs no database query. */
export function parseApiKey(key: string): ApiKeyRecord | null {
  if (!PATTERN.test(key)) return null;
  if (!key.endsWith(checksumOf(key.slice(0, -CHECKSUM_LENGTH)))) return null;
  return { hash: createHash('sha256').update(key).digest(), display: key.slice(0, DISPLAY_LENGTH) };
}

/** The checksum of a key. It covers the prefix too, so that a key of another product is never accepted. */
function checksumOf(unchecked: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(unchecked));
  return toBase62(bytes, CHECKSUM_LENGTH);
}
