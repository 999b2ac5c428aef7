import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../http/caller.js';
import type { ProvenPerson } from './open-id-provider.js';
import { endSessionsOf } from './sessions.js';
import type { SingleSignOnConfig } from './single-sign-on.config.js';
import { addMember, createUser, findUserByEmail, homeOf } from './users.js';

/** Why a person may not sign in; the sign-in page explains each of them. */
export type RefusalReason =
  | 'expired'
  | 'failed'
  | 'unavailable'
  | 'too_many'
  | 'email_not_verified'
  | 'domain'
  | 'has_password'
  | 'not_invited'
  | 'connected_elsewhere';

export class SingleSignOnRefusal extends Error {
  constructor(
    readonly reason: RefusalReason,
    options?: ErrorOptions,
  ) {
    super(`single sign-on refused: ${reason}`, options);
  }
}

/** Who has signed in by single sign-on. */
export interface SignedOn {
  userId: string;
  /** Invitations that have been accepted with it. */
  accepted: { id: string; organizationId: string }[];
}

/**
 * The user who a proven person is: the one that the person was connected with, else the one with the verified address, else
 * a new one, if the person was invited or everyone of the domain is. Accepts the invitations to the address.
 *
 * @param connectTo a signed-in user whom the person connects with the provider
 * @throws SingleSignOnRefusal
 */
export async function userOfPerson(
  em: EntityManager,
  person: ProvenPerson,
  config: SingleSignOnConfig,
  connectTo: string | null,
): Promise<SignedOn> {
  const email = allowedEmail(person, config);
  const known = await connectedUser(em, person);
  if (known !== undefined && connectTo !== null && known !== connectTo) {
    throw new SingleSignOnRefusal('connected_elsewhere');
  }
  const userId = known ?? connectTo ?? (await userWithEmail(em, email)) ?? (await newUser(em, email, person, config));
  if (known === undefined) await connect(em, userId, person);
  const invitations = await takeInvitations(em, email);
  for (const { organizationId, role } of invitations) await addMember(em, { organizationId, userId, role });
  const { oidcOrganizationId: organizationId, oidcRole: role } = config;
  if (organizationId !== undefined && (await homeOf(em, userId)) === undefined) {
    await addMember(em, { organizationId, userId, role });
  }
  return { userId, accepted: invitations.map(({ id, organizationId: joined }) => ({ id, organizationId: joined })) };
}

function allowedEmail({ verifiedEmail }: ProvenPerson, { oidcAllowedDomains }: SingleSignOnConfig): string {
  if (verifiedEmail === undefined) throw new SingleSignOnRefusal('email_not_verified');
  const domain = verifiedEmail.slice(verifiedEmail.lastIndexOf('@') + 1);
  if (oidcAllowedDomains.length > 0 && !oidcAllowedDomains.includes(domain)) throw new SingleSignOnRefusal('domain');
  return verifiedEmail;
}

async function connectedUser(em: EntityManager, { issuer, subject }: ProvenPerson): Promise<string | undefined> {
  const [row] = await em.execute<{ user_id: string }[]>(
    'SELECT user_id FROM user_identities WHERE issuer = ? AND subject = ?',
    [issuer, subject],
  );
  return row?.user_id;
}

/** Signing in twice at once, and a user who is connected with another person of the provider, are refused. */
async function connect(em: EntityManager, userId: string, { issuer, subject }: ProvenPerson): Promise<void> {
  const [connected] = await em.execute<object[]>(
    `INSERT INTO user_identities (issuer, subject, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1`,
    [issuer, subject, userId],
  );
  if (!connected) throw new SingleSignOnRefusal('connected_elsewhere');
}

/**
 * Addresses of users are not verified here. One that another user has entered, to receive this person's work later, must
 * not become the person's own: who has a password proves it first, and every session that exists ends.
 */
async function userWithEmail(em: EntityManager, email: string): Promise<string | undefined> {
  const user = await findUserByEmail(em, email);
  if (!user) return undefined;
  if (user.password_hash !== null) throw new SingleSignOnRefusal('has_password');
  await endSessionsOf(em, user.id);
  return user.id;
}

async function newUser(
  em: EntityManager,
  email: string,
  { name }: ProvenPerson,
  { oidcOrganizationId }: SingleSignOnConfig,
): Promise<string> {
  if (oidcOrganizationId === undefined && !(await isInvited(em, email))) throw new SingleSignOnRefusal('not_invited');
  const user = await createUser(em, { email, name: name ?? email });
  if (!user) throw new SingleSignOnRefusal('failed');
  return user.id;
}

const OPEN_INVITATION = `kind = 'invitation' AND email = ? AND used_at IS NULL AND expires_at > now()`;

async function isInvited(em: EntityManager, email: string): Promise<boolean> {
  return (await em.execute<object[]>(`SELECT 1 FROM links WHERE ${OPEN_INVITATION} LIMIT 1`, [email])).length > 0;
}

async function takeInvitations(
  em: EntityManager,
  email: string,
): Promise<{ id: string; organizationId: string; role: Role }[]> {
  return em.execute(
    `UPDATE links SET used_at = now() WHERE ${OPEN_INVITATION} RETURNING id, organization_id AS "organizationId", role`,
    [email],
  );
}
