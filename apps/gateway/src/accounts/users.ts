import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../http/caller.js';

/** A user as stored. */
export interface UserRow {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  operator: boolean;
}

const COLUMNS = 'id, email, name, password_hash, operator';

/** Under which a user is stored and found. */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}

export async function findUserByEmail(em: EntityManager, email: string): Promise<UserRow | undefined> {
  const [user] = await em.execute<UserRow[]>(`SELECT ${COLUMNS} FROM users WHERE email = ?`, [normalEmail(email)]);
  return user;
}

export async function findUser(em: EntityManager, id: string): Promise<UserRow | undefined> {
  const [user] = await em.execute<UserRow[]>(`SELECT ${COLUMNS} FROM users WHERE id = ?`, [id]);
  return user;
}

/** Undefined if the address is taken. */
export async function createUser(
  em: EntityManager,
  { email, name, passwordHash = null }: { email: string; name: string; passwordHash?: string | null },
): Promise<UserRow | undefined> {
  const [user] = await em.execute<UserRow[]>(
    `INSERT INTO users (id, email, name, password_hash) VALUES (?, ?, ?, ?)
     ON CONFLICT (email) DO NOTHING RETURNING ${COLUMNS}`,
    [randomUUID(), normalEmail(email), name, passwordHash],
  );
  return user;
}

/** A member keeps the role that the member has. */
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
