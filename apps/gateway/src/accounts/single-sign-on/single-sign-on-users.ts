import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ended } from '../../auth/credential-ends.js';
import type { ProvenPerson } from './open-id-provider.js';
import { endSessionsOf } from '../sign-in/sessions.js';
import type { SingleSignOnConfig } from './single-sign-on.config.js';
import { addMember, createUser, findUser, ownerOfEmail, proveEmail } from '../users/users.js';

/** Reasons why a person may not sign in; the sign-in page explains each of them. */
export type RefusalReason =
  | 'expired'
  | 'failed'
  | 'unavailable'
  | 'too_many'
  | 'email_not_verified'
  | 'domain'
  | 'has_password'
  | 'not_invited'
  | 'connected_elsewhere'
  | 'disabled';

export class SingleSignOnRefusal extends Error {
  constructor(
    readonly reason: RefusalReason,
    options?: ErrorOptions,
  ) {
    super(`single sign-on refused: ${reason}`, options);
  }
}

/** The user who has signed in by single sign-on, and the sessions that have ended with it. */
export interface SignedOn {
  userId: string;
  ended: Ended;
}

/**
 * The user of a proven person: the one connected with the person, else the one with the proven address, else a new one,
 * if the person is invited or everyone of the domain joins. A connected user joins the configured organization in
 * addition to others. Invitations are accepted by the person, not here.
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
  const adopted = known ?? connectTo ?? (await adoptableUser(em, email));
  const userId = adopted ?? (await newUser(em, email, person, config));
  if ((await findUser(em, userId))?.disabled_at !== null) throw new SingleSignOnRefusal('disabled');
  const isAdopted = known === undefined && connectTo === null && adopted !== undefined;
  if (known === undefined) await connect(em, userId, person);
  await noteVerified(em, person, email);
  await proveEmail(em, userId, email);
  const { oidcOrganizationId: organizationId, oidcRole: role } = config;
  if (known === undefined && organizationId !== undefined) await addMember(em, { organizationId, userId, role });
  return { userId, ended: isAdopted ? await endSessionsOf(em, userId) : [] };
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

/**
 * Connects a user with a person of the provider. Refused if another sign-in has connected them at the same time, or if
 * the user is connected with another person.
 */
async function connect(em: EntityManager, userId: string, { issuer, subject }: ProvenPerson): Promise<void> {
  const [connected] = await em.execute<object[]>(
    `INSERT INTO user_identities (issuer, subject, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1`,
    [issuer, subject, userId],
  );
  if (!connected) throw new SingleSignOnRefusal('connected_elsewhere');
}

/** Stores the address that the provider verified last, so that the user may adopt it. */
async function noteVerified(em: EntityManager, { issuer, subject }: ProvenPerson, email: string): Promise<void> {
  await em.execute('UPDATE user_identities SET email = ? WHERE issuer = ? AND subject = ?', [email, issuer, subject]);
}

/**
 * The user whom an operator has created for the person. A user who has merely entered the address, perhaps to receive
 * this person's work later, is not found. A user with a password is refused, and has to prove the address first.
 */
async function adoptableUser(em: EntityManager, email: string): Promise<string | undefined> {
  const user = await ownerOfEmail(em, email);
  if (user && user.password_hash !== null) throw new SingleSignOnRefusal('has_password');
  return user?.id;
}

async function newUser(
  em: EntityManager,
  email: string,
  { name }: ProvenPerson,
  { oidcOrganizationId }: SingleSignOnConfig,
): Promise<string> {
  if (oidcOrganizationId === undefined && !(await isAddressInvited(em, email)))
    throw new SingleSignOnRefusal('not_invited');
  const user = await createUser(em, { email, isProven: true, name: name ?? email });
  if (!user) throw new SingleSignOnRefusal('failed');
  return user.id;
}

async function isAddressInvited(em: EntityManager, email: string): Promise<boolean> {
  const open = `kind = 'invitation' AND email = ? AND used_at IS NULL AND expires_at > now()`;
  return (await em.execute<object[]>(`SELECT 1 FROM links WHERE ${open} LIMIT 1`, [email])).length > 0;
}
