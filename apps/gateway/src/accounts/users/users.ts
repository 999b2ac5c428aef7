import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../../http/caller/roles.js';

/** A user as stored. */
export interface UserRow {
  id: string;
  email: string;
  /** Whether an operator has set the address, or the provider of single sign-on has verified it. */
  email_proven: boolean;
  name: string;
  password_hash: string | null;
  operator: boolean;
  /** Time since which the user is disabled; null for others. */
  disabled_at: string | null;
  created_at: string;
}

/** The columns of a {@link UserRow}. */
export const USER_COLUMNS = 'id, email, email_proven, name, password_hash, operator, disabled_at, created_at';
/**
 * Most users with one address among whom a password is looked for. The earliest users count, so later ones displace
 * none of them.
 */
const MAX_NAMESAKES = 1_000;

/** The form of an address under which a user is stored and found. */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}

/** The user to whom the address belongs: only the one who has proven it. */
export async function ownerOfEmail(em: EntityManager, email: string): Promise<UserRow | undefined> {
  const [user] = await em.execute<UserRow[]>(`SELECT ${USER_COLUMNS} FROM users WHERE email = ? AND email_proven`, [
    normalEmail(email),
  ]);
  return user;
}

/** A user with a password. */
export type PasswordUser = UserRow & { password_hash: string };

/**
 * All users with an address and a password who are not disabled; the one who has proven it comes first. Anyone may
 * enter any address, so that there may be several; the password distinguishes them.
 */
export async function usersWithPassword(em: EntityManager, email: string): Promise<PasswordUser[]> {
  return em.execute(
    `SELECT ${USER_COLUMNS} FROM users WHERE email = ? AND password_hash IS NOT NULL AND disabled_at IS NULL
      ORDER BY email_proven DESC, created_at, id LIMIT ${MAX_NAMESAKES}`,
    [normalEmail(email)],
  );
}

export async function findUser(em: EntityManager, id: string): Promise<UserRow | undefined> {
  const [user] = await em.execute<UserRow[]>(`SELECT ${USER_COLUMNS} FROM users WHERE id = ?`, [id]);
  return user;
}

/** A user to create. */
interface NewUser {
  email: string;
  /** Whether the address is proven: at most one user has it proven. */
  isProven: boolean;
  name: string;
  passwordHash?: string | null;
}

/** Creates a user. Undefined if the address is to be proven and is that of another user. */
export async function createUser(
  em: EntityManager,
  { email, isProven, name, passwordHash = null }: NewUser,
): Promise<UserRow | undefined> {
  const [user] = await em.execute<UserRow[]>(
    `INSERT INTO users (id, email, email_proven, name, password_hash) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (email) WHERE email_proven DO NOTHING RETURNING ${USER_COLUMNS}`,
    [randomUUID(), normalEmail(email), isProven, name, passwordHash],
  );
  return user;
}

/** Notes that a user's address is proven, unless it is that of another user. */
export async function proveEmail(em: EntityManager, userId: string, email: string): Promise<void> {
  await em.execute(
    `UPDATE users SET email_proven = true WHERE id = ? AND email = ? AND NOT email_proven
        AND NOT EXISTS (SELECT 1 FROM users o WHERE o.email = users.email AND o.email_proven)`,
    [userId, normalEmail(email)],
  );
}

/**
 * Stores a new password.
 *
 * @param hash of it, with the salt of another user with the same address if there is one (`Passwords.hash`)
 */
export async function storePassword(
  em: EntityManager,
  userId: string,
  hash: (namesake?: string) => Promise<string>,
): Promise<void> {
  const user = await findUser(em, userId);
  const namesakes = user ? await usersWithPassword(em, user.email) : [];
  const stored = await hash(namesakes.find(({ id }) => id !== userId)?.password_hash);
  await em.execute('UPDATE users SET password_hash = ? WHERE id = ?', [stored, userId]);
}

/** Makes a user a member. A user who is a member already keeps the present role. */
export async function addMember(
  em: EntityManager,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: Role },
): Promise<void> {
  await em.execute(`INSERT INTO memberships (organization_id, user_id, role) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, [
    organizationId,
    userId,
    role,
  ]);
}

/** The organization in which a user was last, else the first; undefined for a member of none. */
export async function homeOf(em: EntityManager, userId: string): Promise<string | undefined> {
  const [row] = await em.execute<{ organization_id: string }[]>(
    `SELECT organization_id FROM memberships WHERE user_id = ?
      ORDER BY chosen_at DESC NULLS LAST, created_at, organization_id LIMIT 1`,
    [userId],
  );
  return row?.organization_id;
}
