import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { type AuditedResource, type Change, originOf, storeEntry } from '../../audit-trail/audit-entry.js';
import { noOrganization } from '../../auth/authenticated-caller.js';
import { keyRefused } from '../../auth/bearer-key.js';
import { CredentialEnds, type Ended } from '../../auth/credential-ends.js';
import { assertSameOrigin } from '../../auth/same-origin.js';
import { hashOfToken } from '../../auth/secret-token.js';
import { sessionTokenOf, setSessionCookie } from '../../auth/session-cookie.js';
import { GatewayConfig } from '../../gateway.config.js';
import type { AcceptInvitationBody, ResetPasswordBody, Session, SignInBody } from '../users/account-requests.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { forgetDevices, noteDevice, setDeviceCookie } from './known-devices.js';
import { consumeLink, isInvited, type LinkKind, type UsedLink } from '../users/links.js';
import { assertHardToGuess } from './password-weakness.js';
import { Passwords } from './passwords.js';
import { describeSession, endSession, endSessionsOf, openSession } from './sessions.js';
import { SignInLimits } from './sign-in-limits.js';
import {
  addMember,
  createUser,
  findUser,
  homeOf,
  ownerOfEmail,
  storePassword,
  type UserRow,
  usersWithPassword,
} from '../users/users.js';

/** The user whose session begins, and the organization: by default the one in which the user was last. */
interface Identified {
  userId: string;
  organizationId?: string;
  /** The target of the audit entry. Default: the session. */
  target?: AuditedResource;
  /** Sessions that have ended with it. */
  ended?: Ended;
}

/** The operation by which a user signs in, for the audit log. */
type WayToSignIn =
  | 'createSession'
  | 'createSessionByLink'
  | 'createSessionByPasskey'
  | 'createSessionBySingleSignOn'
  | 'acceptInvitation'
  | 'resetPassword';

/** The audit log's facts of a sign-in. */
type SignInFacts = Pick<Change, 'target' | 'status'> & {
  action: WayToSignIn;
  userId: string;
  organizationId: string | null;
};

/** Enough for the name of a browser and its system, which stand first. */
const MAX_USER_AGENT_CHARACTERS = 300;
const SESSION: AuditedResource = { type: 'session', id: null };

/** Begins sessions, in every way in which a user signs in. Each way checks the origin and the limits first. */
@Injectable()
export class SignIn {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly config: GatewayConfig,
    private readonly ends: CredentialEnds,
    private readonly factors: SecondFactors,
    private readonly log: Logger,
  ) {}

  async byPassword(request: Request, { email, password, ...proof }: SignInBody): Promise<Session> {
    assertSameOrigin(request, this.config.publicBaseUrl, { stated: false });
    const em = this.em.fork();
    await this.limits.admitSignIn(em, request, email);
    const user = await this.passwords.find(password, await usersWithPassword(em, email));
    if (!user) {
      this.noteRefusal(request, 'createSession', 401, (own) => ownerOfEmail(own, email));
      throw keyRefused('The e-mail address or the password is wrong');
    }
    return this.begin(request, 'createSession', async (tx) => {
      await this.factors.require(tx, request, user, proof);
      return { userId: user.id };
    }).catch((error: unknown) => {
      if (proof.code ?? proof.passkey) this.noteRefusal(request, 'createSession', 422, () => Promise.resolve(user));
      throw error;
    });
  }

  byLink(request: Request, token: string): Promise<Session> {
    this.admit(request);
    return this.begin(request, 'createSessionByLink', async (em) => {
      const link = await use(em, 'sign_in', token);
      return { userId: link.user_id!, organizationId: link.organization_id! };
    });
  }

  /**
   * Makes a member of the user with the address and the password of the request, or, if there is none, of a new user
   * with them.
   */
  byInvitation(request: Request, { token, name, password, ...proof }: AcceptInvitationBody): Promise<Session> {
    this.admit(request);
    return this.begin(request, 'acceptInvitation', async (em) => {
      const { id, email, role, organization_id } = await use(em, 'invitation', token);
      await this.limits.admitAccount(em, request, email!);
      const namesakes = await usersWithPassword(em, email!);
      const known = await this.passwords.find(password, namesakes);
      if (known) await this.factors.require(em, request, known, proof);
      else assertHardToGuess(password, { email: email!, name });
      const passwordHash = await this.passwords.hash(password, namesakes[0]?.password_hash);
      // The link proves no address: its creator may have used it.
      const { id: userId } = known ?? (await createUser(em, { email: email!, isProven: false, name, passwordHash }))!;
      const organizationId = organization_id!;
      await addMember(em, { organizationId, userId, role: role! });
      return { userId, organizationId, target: { type: 'invitations', id } };
    });
  }

  async byPasswordReset(request: Request, { token, password, ...proof }: ResetPasswordBody): Promise<Session> {
    this.admit(request);
    return this.begin(request, 'resetPassword', async (em) => {
      const { user_id } = await use(em, 'password_reset', token);
      const userId = user_id!;
      const user = (await findUser(em, userId))!;
      await this.factors.require(em, request, user, proof);
      assertHardToGuess(password, user);
      await storePassword(em, userId, (namesake) => this.passwords.hash(password, namesake));
      await forgetDevices(em, userId);
      return { userId, ended: await endSessionsOf(em, userId) };
    });
  }

  /** Counts an attempt by single sign-on, which a browser begins by going to an address. */
  admitBrowser(request: Request): void {
    this.limits.admitAddress(request);
  }

  /** @param identify finds the user whom the provider has proven */
  bySingleSignOn(request: Request, identify: (em: EntityManager) => Promise<Identified>): Promise<Session> {
    return this.begin(request, 'createSessionBySingleSignOn', identify);
  }

  /**
   * @param identify finds the user whose passkey it is
   * @param owner to whom a refused passkey belongs
   */
  byPasskey(
    request: Request,
    identify: (em: EntityManager) => Promise<Identified>,
    owner: (em: EntityManager) => Promise<UserRow | undefined>,
  ): Promise<Session> {
    return this.begin(request, 'createSessionByPasskey', identify).catch((error: unknown) => {
      this.noteRefusal(request, 'createSessionByPasskey', 401, owner);
      throw error;
    });
  }

  /** Begins a session with a new token. It replaces the former session of the browser. */
  private async begin(
    request: Request,
    action: WayToSignIn,
    identify: (em: EntityManager) => Promise<Identified>,
  ): Promise<Session> {
    const { opened, device, described, ended } = await this.em.fork().transactional(async (em) => {
      const { userId, target = SESSION, ...found } = await identify(em);
      await requireEnabled(em, userId);
      const organizationId = found.organizationId ?? (await beginningOf(em, userId));
      const replaced = hashOfToken(sessionTokenOf(request) ?? '');
      const ended = [...(found.ended ?? []), ...(replaced ? await endSession(em, replaced) : [])];
      const opened = await openSession(em, { userId, organizationId, ...browserOf(request) });
      await this.note(em, request, { action, userId, organizationId, target, status: 201 });
      const described = await describeSession(em, { userId, organizationId, expiresAt: opened.endsAt });
      return { opened, device: await noteDevice(em, request, userId), described, ended };
    });
    this.ends.announce(ended);
    setSessionCookie(request.res!, opened, this.config.publicBaseUrl);
    setDeviceCookie(request.res!, device, this.config.publicBaseUrl);
    return described;
  }

  /**
   * Notes a wrong password in the audit log of the user who has proven the address, and a wrong code in that of the user who
   * has the password. Others who have entered the address learn nothing of it. The response does not wait for this,
   * because its duration must not show whether there is such a user.
   */
  private noteRefusal(
    request: Request,
    action: WayToSignIn,
    status: number,
    find: (em: EntityManager) => Promise<UserRow | undefined>,
  ): void {
    const note = async (em: EntityManager): Promise<void> => {
      const user = await find(em);
      if (!user?.password_hash) return;
      const organizationId = (await homeOf(em, user.id)) ?? null;
      await this.note(em, request, { action, userId: user.id, organizationId, target: SESSION, status });
    };
    note(this.em.fork()).catch((error: unknown) => this.log.warn('audit.refusal_lost', { error }));
  }

  private async note(
    em: EntityManager,
    request: Request,
    { userId, organizationId, ...facts }: SignInFacts,
  ): Promise<void> {
    const actor = { type: 'user', id: userId } as const;
    await storeEntry(em, { ...facts, organizationId, actor, ...originOf(request) });
  }

  /** Checks the origin of an attempt, and counts it. */
  admit(request: Request): void {
    assertSameOrigin(request, this.config.publicBaseUrl, { stated: false });
    this.limits.admitAddress(request);
  }
}

/** The browser that sends a request, as its user recognizes it later. */
function browserOf(request: Request): { userAgent: string | null; address: string | null } {
  const userAgent = request.get('user-agent')?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null;
  return { userAgent, address: originOf(request).address };
}

/** @throws AppError INSUFFICIENT_PERMISSIONS */
async function requireEnabled(em: EntityManager, userId: string): Promise<void> {
  const user = await findUser(em, userId);
  if (!user || user.disabled_at !== null)
    throw new AppError('INSUFFICIENT_PERMISSIONS', { message: 'This user is disabled' });
}

/**
 * The organization in which a session begins. Null for a user without an organization, who may accept an invitation.
 */
async function beginningOf(em: EntityManager, userId: string): Promise<string | null> {
  const home = await homeOf(em, userId);
  if (home === undefined && !(await isInvited(em, userId))) throw noOrganization();
  return home ?? null;
}

async function use(em: EntityManager, kind: LinkKind, token: string): Promise<UsedLink> {
  const link = await consumeLink(em, kind, token);
  if (!link) throw keyRefused('The link is unknown, expired or used');
  return link;
}
