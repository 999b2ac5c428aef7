import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../../http/caller/roles.js';
import { hashOfToken, newSecretToken } from '../../auth/secret-token.js';

/** The effect of a link: it signs a user in, makes a member, or sets a password. */
export type LinkKind = 'sign_in' | 'invitation' | 'password_reset';

/** Time for which an unused link works, s. */
const LIFETIME_S: Readonly<Record<LinkKind, number>> = {
  sign_in: 15 * 60,
  invitation: 7 * 86_400,
  password_reset: 3_600,
};

/** The page of the console that sends a link's token. */
const PAGES: Readonly<Record<LinkKind, string>> = {
  sign_in: 'link',
  invitation: 'invitation',
  password_reset: 'password-reset',
};

/** Whom a link concerns. */
export interface LinkSubject {
  kind: LinkKind;
  organizationId?: string;
  userId?: string;
  email?: string;
  role?: Role;
  createdBy?: string;
}

/** A link that has just been made. Its URL appears nowhere else. */
export interface NewLink {
  id: string;
  url: string;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Makes a link that works once. Its secret is in the fragment, which browsers send to no server and put in no log.
 *
 * @param publicBaseUrl of the API, with `/v1`
 */
export async function createLink(em: EntityManager, subject: LinkSubject, publicBaseUrl: string): Promise<NewLink> {
  const { kind, organizationId = null, userId = null, email = null, role = null, createdBy = null } = subject;
  const { token, hash } = newSecretToken();
  const id = randomUUID();
  const [row] = await em.execute<[{ created_at: string; expires_at: string }]>(
    `INSERT INTO links (id, kind, hash, organization_id, user_id, email, role, created_by, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, now() + make_interval(secs => ?)) RETURNING created_at, expires_at`,
    [id, kind, hash, organizationId, userId, email, role, createdBy, LIFETIME_S[kind]],
  );
  const url = `${publicBaseUrl.replace(/\/v1$/, '')}/console/${PAGES[kind]}#${token}`;
  return { id, url, createdAt: new Date(row.created_at), expiresAt: new Date(row.expires_at) };
}

/** A link as stored. */
export interface UsedLink {
  id: string;
  organization_id: string | null;
  user_id: string | null;
  email: string | null;
  role: Role | null;
}

/** Uses a link up. Undefined if it is unknown, of another kind, used or expired; a transaction that fails leaves it unused. */
export async function consumeLink(em: EntityManager, kind: LinkKind, token: string): Promise<UsedLink | undefined> {
  const hash = hashOfToken(token);
  if (!hash) return undefined;
  const [link] = await em.execute<UsedLink[]>(
    `UPDATE links SET used_at = now() WHERE hash = ? AND kind = ? AND used_at IS NULL AND expires_at > now()
     RETURNING id, organization_id, user_id, email, role`,
    [hash, kind],
  );
  return link;
}

/** SQL of the open invitations to the proven address of a user. A user who has only entered an address finds none. */
export const OPEN_INVITATIONS = `FROM links l JOIN users me ON me.id = ? AND me.email_proven AND me.email = l.email
   WHERE l.kind = 'invitation' AND l.used_at IS NULL AND l.expires_at > now()`;

/** Whether a user has an invitation to accept. */
export async function isInvited(em: EntityManager, userId: string): Promise<boolean> {
  return (await em.execute<object[]>(`SELECT 1 ${OPEN_INVITATIONS} LIMIT 1`, [userId])).length > 0;
}
