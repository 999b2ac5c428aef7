import type { EntityManager } from '@mikro-orm/postgresql';
import { removeSecondFactor } from '../accounts/second-factor/own-second-factor.service.js';
import { createLink } from '../accounts/users/links.js';
import { addMember, createUser, findUser, ownerOfEmail, type UserRow } from '../accounts/users/users.js';
import type { Ended } from '../auth/credential-ends.js';
import type { Role } from '../http/caller/roles.js';
import { changeUser, type UserChange } from './change-user.js';
import { findOrganization, onlyOrganization, OperatorError } from './organizations.js';

interface UserView {
  id: string;
  email: string;
  /** Whether the address is known to be the user's. */
  email_proven: boolean;
  name: string;
  /** Whether the user operates this installation. */
  operator: boolean;
  /** Whether the user cannot sign in. */
  disabled: boolean;
}

interface LinkView {
  url: string;
  org_id?: string;
  expires_at: Date;
  user: UserView;
}

/** The name of a first owner until the owner sets another. */
const FIRST_OWNER = 'Owner';

/** The address of a first owner until the owner sets another. The domain is reserved: no mail is ever sent there (RFC 2606). */
function firstOwnersEmail(orgId: string): string {
  return `owner@${orgId}.invalid`;
}

/**
 * Makes a link that signs in a member: the one with this address, else the first owner. An organization without an owner
 * gets one. The organization may be left out where there is only one.
 *
 * @param publicBaseUrl of the API, with `/v1`
 */
export async function createConsoleLink(
  em: EntityManager,
  { orgId, email, operator }: { orgId?: string; email?: string; operator: boolean },
  publicBaseUrl: string,
): Promise<LinkView> {
  const { id: organizationId } = await (orgId === undefined ? onlyOrganization(em) : findOrganization(em, orgId));
  return em.transactional(async (tx) => {
    const user = (await memberOf(tx, organizationId, email)) ?? (await firstOwner(tx, organizationId, email));
    if (operator) await tx.execute('UPDATE users SET operator = true WHERE id = ?', [user.id]);
    const link = await createLink(tx, { kind: 'sign_in', organizationId, userId: user.id }, publicBaseUrl);
    return {
      url: link.url,
      org_id: organizationId,
      expires_at: link.expiresAt,
      user: toUser({ ...user, operator: user.operator || operator }),
    };
  });
}

/** Makes a link that sets a new password for a user. @param who the id, or the proven address */
export async function createPasswordReset(em: EntityManager, who: string, publicBaseUrl: string): Promise<LinkView> {
  const user = await requireUser(em, who);
  const link = await createLink(em, { kind: 'password_reset', userId: user.id }, publicBaseUrl);
  return { url: link.url, expires_at: link.expiresAt, user: toUser(user) };
}

/** Removes the second factor of a user who has lost it. @param who the id, or the proven address */
export async function removeFactor(em: EntityManager, who: string): Promise<UserView> {
  const user = await requireUser(em, who);
  if (!(await removeSecondFactor(em, user.id))) throw new OperatorError(`${who} has no second factor.`);
  return toUser(user);
}

/**
 * Changes a user.
 *
 * @throws OperatorError if there is no such user, or the change is refused
 */
export async function updateUser(
  em: EntityManager,
  { userId, ...change }: { userId: string } & UserChange,
): Promise<{ user: UserView; ended: Ended }> {
  const changed = await changeUser(em, userId, change);
  switch (changed.outcome) {
    case 'unknown':
      throw new OperatorError(`There is no user ${userId}.`);
    case 'refused':
      throw new OperatorError(`Refused: ${changed.reason}.`);
    case 'changed':
      return { user: toUser(changed.user), ended: changed.ended };
  }
}

/** Creates a user, as a member of an organization. The user has no password yet. */
export async function createMember(
  em: EntityManager,
  {
    email,
    name,
    orgId,
    role,
    operator,
  }: { email: string; name?: string; orgId: string; role: Role; operator: boolean },
): Promise<UserView> {
  const { id: organizationId } = await findOrganization(em, orgId);
  return em.transactional(async (tx) => {
    const user = await createUser(tx, { email, isProven: true, name: name ?? email });
    if (!user) throw new OperatorError(`There is a user ${email} already.`);
    if (operator) await tx.execute('UPDATE users SET operator = true WHERE id = ?', [user.id]);
    await addMember(tx, { organizationId, userId: user.id, role });
    return toUser({ ...user, operator });
  });
}

/** Users, oldest first, with their organizations. */
export async function listUsers(
  em: EntityManager,
): Promise<(UserView & { organizations: { id: string; role: Role }[] })[]> {
  return em.execute(
    `SELECT u.id, email, email_proven, name, operator, disabled_at IS NOT NULL AS disabled, u.created_at,
            coalesce(json_agg(json_build_object('id', organization_id, 'role', role)) FILTER (WHERE role IS NOT NULL), '[]')
              AS organizations
       FROM users u LEFT JOIN memberships m ON m.user_id = u.id GROUP BY u.id ORDER BY u.created_at, u.id`,
  );
}

async function memberOf(em: EntityManager, orgId: string, email: string | undefined): Promise<UserRow | undefined> {
  const [user] = await em.execute<UserRow[]>(
    `SELECT u.id, email, email_proven, name, password_hash, operator, disabled_at, u.created_at
       FROM users u JOIN memberships m ON m.user_id = u.id
      WHERE organization_id = ? AND (CASE WHEN ?::text IS NULL THEN role = 'owner' ELSE email = lower(?) AND email_proven END)
      ORDER BY m.created_at, u.id LIMIT 1`,
    [orgId, email ?? null, email ?? null],
  );
  return user;
}

async function firstOwner(em: EntityManager, orgId: string, email: string | undefined): Promise<UserRow> {
  const [owner] = await em.execute<object[]>(
    `SELECT 1 FROM memberships WHERE organization_id = ? AND role = 'owner' LIMIT 1`,
    [orgId],
  );
  if (owner) throw new OperatorError(`${email} is the proven address of no member. An owner can invite this address.`);
  const wanted = email ?? firstOwnersEmail(orgId);
  const created = { email: wanted, isProven: true, name: FIRST_OWNER };
  const user = (await ownerOfEmail(em, wanted)) ?? (await createUser(em, created))!;
  await addMember(em, { organizationId: orgId, userId: user.id, role: 'owner' });
  return user;
}

/** @param who the id of a user, or a proven address: a user who has only entered an address is not found by it */
async function requireUser(em: EntityManager, who: string): Promise<UserRow> {
  const user = await (who.includes('@') ? ownerOfEmail(em, who) : findUser(em, who));
  if (!user) throw new OperatorError(`There is no user ${who}.`);
  return user;
}

function toUser({ id, email, email_proven, name, operator, disabled_at }: UserRow): UserView {
  return { id, email, email_proven, name, operator, disabled: disabled_at !== null };
}
