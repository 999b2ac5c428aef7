import { createHash, randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Codes that a user has at a time. */
const COUNT = 10;
/** Characters that are not taken for each other when they are copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 16 characters: 79 bits, too many to be tried through from a hash. */
const GROUPS = 4;
const GROUP = 4;

/** Replaces the recovery codes of a user. @returns them; only their hashes are stored */
export async function replaceRecoveryCodes(em: EntityManager, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await em.execute('DELETE FROM recovery_codes WHERE user_id = ?', [userId]);
  for (const code of codes)
    await em.execute('INSERT INTO recovery_codes (user_id, hash) VALUES (?, ?)', [userId, hashOf(code)]);
  return codes;
}

/** Uses a recovery code up. @returns whether it was one */
export async function useRecoveryCode(em: EntityManager, userId: string, code: string): Promise<boolean> {
  const used = await em.execute<object[]>('DELETE FROM recovery_codes WHERE user_id = ? AND hash = ? RETURNING 1', [
    userId,
    hashOf(code),
  ]);
  return used.length > 0;
}

function newCode(): string {
  const group = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The hash of a code, in whatever case and with whatever spaces and dashes it was entered. */
function hashOf(code: string): Buffer {
  const entered = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(entered).digest();
}
