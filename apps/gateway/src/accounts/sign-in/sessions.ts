import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ended } from '../../auth/credential-ends.js';
import { noOrganization } from '../../auth/authenticated-caller.js';
import { newSecretToken } from '../../auth/secret-token.js';
import { SESSION_IDLE_S, SESSION_LIFETIME_S } from '../../auth/session-store.js';
import type { Session, SessionMembership } from '../users/account-requests.js';

/** Sessions of one user; a further one ends the oldest. */
const MAX_SESSIONS = 50;
const MAX_ORGANIZATIONS = 1_000;

/** A session that has just begun. Its token appears nowhere else. */
export interface NewSession {
  id: string;
  token: string;
  /** The latest end, for the cookie. */
  expiresAt: Date;
  /** The end without a further request. */
  endsAt: Date;
}

/** The facts with which a session begins. */
interface SessionBeginning {
  userId: string;
  organizationId: string | null;
  /** The browser, as it names itself. */
  userAgent: string | null;
  address: string | null;
}

/** Begins a session with a new token. */
export async function openSession(
  em: EntityManager,
  { userId, organizationId, userAgent, address }: SessionBeginning,
): Promise<NewSession> {
  const { token, hash } = newSecretToken();
  const id = randomUUID();
  const [row] = await em.execute<[{ expires_at: string; ends_at: string }]>(
    `INSERT INTO sessions (id, hash, user_id, organization_id, user_agent, address, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, now() + make_interval(secs => ?))
     RETURNING expires_at, last_used_at + make_interval(secs => ?) AS ends_at`,
    [id, hash, userId, organizationId, userAgent, address, SESSION_LIFETIME_S, SESSION_IDLE_S],
  );
  await em.execute(
    `DELETE FROM sessions WHERE id IN
       (SELECT id FROM sessions WHERE user_id = ? AND id <> ? ORDER BY created_at DESC OFFSET ${MAX_SESSIONS - 1})`,
    [userId, id],
  );
  return { id, token, expiresAt: new Date(row.expires_at), endsAt: new Date(row.ends_at) };
}

/** The user of a session that has not ended. */
export async function sessionUser(em: EntityManager, hash: Buffer): Promise<string | undefined> {
  const [row] = await em.execute<{ user_id: string }[]>(
    `SELECT user_id FROM sessions
      WHERE hash = ? AND expires_at > now() AND last_used_at > now() - make_interval(secs => ?)`,
    [hash, SESSION_IDLE_S],
  );
  return row?.user_id;
}

/** Ends the session of a token, if there is one. @returns it, for `CredentialEnds` */
export async function endSession(em: EntityManager, hash: Buffer): Promise<Ended> {
  return em.execute<{ organization_id: string | null }[]>(
    'DELETE FROM sessions WHERE hash = ? RETURNING organization_id',
    [hash],
  );
}

/** Ends all sessions of a user but one. @returns them, for `CredentialEnds` */
export async function endSessionsOf(em: EntityManager, userId: string, keptId: string | null = null): Promise<Ended> {
  return em.execute<{ organization_id: string | null }[]>(
    'DELETE FROM sessions WHERE user_id = ? AND id IS DISTINCT FROM ? RETURNING organization_id',
    [userId, keptId],
  );
}

interface Row {
  id: string;
  email: string;
  email_proven: boolean;
  name: string;
  operator: boolean;
  has_password: boolean;
  has_single_sign_on: boolean;
  maintenance: Session['maintenance'];
  organizations: SessionMembership[];
}

/**
 * A session as its user sees it. @throws AppError INSUFFICIENT_PERMISSIONS if the user is no member of the organization
 */
export async function describeSession(
  em: EntityManager,
  { userId, organizationId, expiresAt }: { userId: string; organizationId: string | null; expiresAt: Date },
): Promise<Session> {
  const [user] = await em.execute<Row[]>(
    `SELECT id, email, email_proven, name, operator, password_hash IS NOT NULL AS has_password,
            (SELECT json_build_object('since', since, 'message', message) FROM maintenance WHERE scope = 'new_videos') AS maintenance,
            EXISTS (SELECT 1 FROM user_identities WHERE user_id = users.id) AS has_single_sign_on, (
       SELECT coalesce(json_agg(json_build_object('id', mine.id, 'name', mine.name, 'role', mine.role)), '[]') FROM (
         SELECT o.id, o.name, m.role FROM memberships m JOIN organizations o ON o.id = m.organization_id
          WHERE m.user_id = users.id ORDER BY o.name, o.id LIMIT ${MAX_ORGANIZATIONS}) AS mine
     ) AS organizations FROM users WHERE id = ?`,
    [userId],
  );
  const [current] = await em.execute<SessionMembership[]>(
    `SELECT o.id, o.name, m.role FROM memberships m JOIN organizations o ON o.id = m.organization_id
      WHERE m.user_id = ? AND m.organization_id = ?`,
    [userId, organizationId],
  );
  if (!user || (!current && organizationId !== null)) throw noOrganization();
  const { organizations, maintenance, ...facts } = user;
  return {
    user: facts,
    organization: current ? { id: current.id, name: current.name } : null,
    role: current?.role ?? null,
    organizations,
    expires_at: expiresAt.toISOString(),
    maintenance: maintenance && { since: new Date(maintenance.since).toISOString(), message: maintenance.message },
  };
}
