import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request, Response } from 'express';
import { Logger } from '#libs/runtime';
import { type Change, originOf, storeEntry, type Target } from '../audit/audit-entry.js';
import { keyRefused } from '../auth/bearer-key.js';
import { assertSameOrigin } from '../auth/same-origin.js';
import { hashOfToken } from '../auth/secret-token.js';
import { sessionTokenOf, setSessionCookie } from '../auth/session-cookie.js';
import { GatewayConfig } from '../gateway.config.js';
import type { AcceptInvitationBody, ResetPasswordBody, Session, SignInBody } from './account-requests.js';
import { consumeLink, type LinkKind, type UsedLink } from './links.js';
import { Passwords } from './passwords.js';
import { describeSession, endSession, endSessionsOf, noOrganization, openSession } from './sessions.js';
import { SignInLimits } from './sign-in-limits.js';
import type { SignedOn } from './single-sign-on-users.js';
import { addMember, createUser, findUserByEmail, homeOf, normalEmail, type UserRow } from './users.js';

/** Whose session begins, and where; by default in the organization in which the user was last. */
interface Identified {
  userId: string;
  organizationId?: string;
  /** What has been used for it, for the audit log. */
  target?: Target;
}

/** The operation by which a user signs in, for the audit log. */
type WayToSignIn =
  'createSession' | 'createSessionByLink' | 'createSessionBySingleSignOn' | 'acceptInvitation' | 'resetPassword';

/** What the audit log says of it. */
type SignInFacts = Pick<Change, 'target' | 'status'> & { action: WayToSignIn; userId: string; organizationId?: string };

const SESSION: Target = { type: 'session', id: null };

/** Everything that begins a session. Each way checks the origin and the limits first. */
@Injectable()
export class SignIn {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly config: GatewayConfig,
    private readonly log: Logger,
  ) {}

  async byPassword(request: Request, { email, password }: SignInBody): Promise<Session> {
    this.admit(request);
    this.limits.admitAccount(request, normalEmail(email));
    const user = await findUserByEmail(this.em.fork(), email);
    const isRight = await this.passwords.verify(password, user?.password_hash);
    if (user && !isRight) this.noteRefusal(request, 'createSession', user.id);
    if (!user || !isRight) throw keyRefused('The e-mail address or the password is wrong');
    return this.begin(request, 'createSession', () => Promise.resolve({ userId: user.id }));
  }

  byLink(request: Request, token: string): Promise<Session> {
    this.admit(request);
    return this.begin(request, 'createSessionByLink', async (em) => {
      const link = await use(em, 'sign_in', token);
      return { userId: link.user_id!, organizationId: link.organization_id! };
    });
  }

  /** An invited person becomes a user, or a user shows by the password to be the invited person. */
  byInvitation(request: Request, { token, name, password }: AcceptInvitationBody): Promise<Session> {
    this.admit(request);
    return this.begin(request, 'acceptInvitation', async (em) => {
      const link = await use(em, 'invitation', token);
      this.limits.admitAccount(request, link.email!);
      const organizationId = link.organization_id!;
      const known = await findUserByEmail(em, link.email!);
      const { id: userId } = known
        ? await this.provenUser(request, known, password)
        : await this.newUser(em, link.email!, { name, password });
      await addMember(em, { organizationId, userId, role: link.role! });
      return { userId, organizationId, target: { type: 'invitations', id: link.id } };
    });
  }

  async byPasswordReset(request: Request, { token, password }: ResetPasswordBody): Promise<Session> {
    this.admit(request);
    return this.begin(request, 'resetPassword', async (em) => {
      const { user_id } = await use(em, 'password_reset', token);
      const hash = await this.passwords.hash(password);
      await em.execute('UPDATE users SET password_hash = ? WHERE id = ?', [hash, user_id]);
      await endSessionsOf(em, user_id!);
      return { userId: user_id! };
    });
  }

  /** Counts an attempt by single sign-on, which a browser begins by going to an address. */
  admitBrowser(request: Request): void {
    this.limits.admitAddress(request);
  }

  /** @param identify the user whom the provider has proven, and the invitations that the sign-in accepts */
  bySingleSignOn(request: Request, identify: (em: EntityManager) => Promise<SignedOn>): Promise<Session> {
    return this.begin(request, 'createSessionBySingleSignOn', async (em) => {
      const { userId, accepted } = await identify(em);
      for (const { id, organizationId } of accepted) {
        const target = { type: 'invitations', id };
        await this.note(em, request, { action: 'acceptInvitation', userId, organizationId, target, status: 201 });
      }
      return { userId };
    });
  }

  /** Begins a session whose token no earlier one had, in place of the browser's session so far. */
  private async begin(
    request: Request,
    action: WayToSignIn,
    identify: (em: EntityManager) => Promise<Identified>,
  ): Promise<Session> {
    const { session, described } = await this.em.fork().transactional(async (em) => {
      const { userId, target = SESSION, ...found } = await identify(em);
      const organizationId = found.organizationId ?? (await homeOf(em, userId));
      if (organizationId === undefined) throw noOrganization();
      const replaced = hashOfToken(sessionTokenOf(request) ?? '');
      if (replaced) await endSession(em, replaced);
      const opened = await openSession(em, { userId, organizationId });
      await this.note(em, request, { action, userId, organizationId, target, status: 201 });
      const facts = { userId, organizationId, expiresAt: opened.endsAt };
      return { session: opened, described: await describeSession(em, facts) };
    });
    setSessionCookie(request.res as Response, session, this.config.publicBaseUrl);
    return described;
  }

  /** The response does not wait for it: how long it takes must not say whether there is such a user. */
  private noteRefusal(request: Request, action: WayToSignIn, userId: string): void {
    const em = this.em.fork();
    homeOf(em, userId)
      .then((organizationId) =>
        this.note(em, request, { action, userId, organizationId, target: SESSION, status: 401 }),
      )
      .catch((error: unknown) => this.log.warn('audit.refusal_lost', { user_id: userId, error }));
  }

  private async note(
    em: EntityManager,
    request: Request,
    { userId, organizationId, ...facts }: SignInFacts,
  ): Promise<void> {
    const actor = { type: 'user', id: userId } as const;
    await storeEntry(em, { ...facts, organizationId: organizationId ?? null, actor, ...originOf(request) });
  }

  private admit(request: Request): void {
    assertSameOrigin(request, this.config.publicBaseUrl, { stated: false });
    this.limits.admitAddress(request);
  }

  private async newUser(
    em: EntityManager,
    email: string,
    { name, password }: { name: string; password: string },
  ): Promise<UserRow> {
    const created = await createUser(em, { email, name, passwordHash: await this.passwords.hash(password) });
    if (created) return created;
    throw keyRefused('This e-mail address has just been registered; open the link again');
  }

  private async provenUser(request: Request, known: UserRow, password: string): Promise<UserRow> {
    if (known.password_hash === null)
      throw keyRefused('This user has no password; single sign-on accepts the invitation');
    if (await this.passwords.verify(password, known.password_hash)) return known;
    this.noteRefusal(request, 'acceptInvitation', known.id);
    throw keyRefused('This e-mail address is registered, and the password is not that of its user');
  }
}

async function use(em: EntityManager, kind: LinkKind, token: string): Promise<UsedLink> {
  const link = await consumeLink(em, kind, token);
  if (!link) throw keyRefused('The link is unknown, expired or used');
  return link;
}
