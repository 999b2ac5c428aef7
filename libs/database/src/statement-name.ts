import { createHash } from 'node:crypto';

/** Most bytes that PostgreSQL reads of an identifier (`NAMEDATALEN`). */
const MAX_BYTES = 63;
const HASH_CHARACTERS = 32;

/** The name that a prepared statement has in PostgreSQL: its own, or a hash of it where PostgreSQL would cut it off. */
export function statementName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  return createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARACTERS);
}
