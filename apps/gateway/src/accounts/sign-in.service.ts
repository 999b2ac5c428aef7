import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request, Response } from 'express';
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
import { addMember, createUser, findUserByEmail, homeOf, normalEmail, type UserRow } from './users.js';

/** Whose session begins, and where; by default in the organization in which the user was last. */
interface Identified {
  userId: string;
  organizationId?: string;
}

/** Everything that begins a session. Each way checks the origin and the limits first. */
@Injectable()
export class SignIn {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly config: GatewayConfig,
  ) {}

  async byPassword(request: Request, { email, password }: SignInBody): Promise<Session> {
    this.admit(request);
    this.limits.admitAccount(request, normalEmail(email));
    const user = await findUserByEmail(this.em.fork(), email);
    const isRight = await this.passwords.verify(password, user?.password_hash);
    if (!user || !isRight) throw keyRefused('The e-mail address or the password is wrong');
    return this.begin(request, () => Promise.resolve({ userId: user.id }));
  }

  byLink(request: Request, token: string): Promise<Session> {
    this.admit(request);
    return this.begin(request, async (em) => {
      const link = await use(em, 'sign_in', token);
      return { userId: link.user_id!, organizationId: link.organization_id! };
    });
  }

  /** An invited person becomes a user, or a user shows by the password to be the invited person. */
  byInvitation(request: Request, { token, name, password }: AcceptInvitationBody): Promise<Session> {
    this.admit(request);
    return this.begin(request, async (em) => {
      const link = await use(em, 'invitation', token);
      this.limits.admitAccount(request, link.email!);
      const { id: userId } = await this.invitedUser(em, link.email!, { name, password });
      const organizationId = link.organization_id!;
      await addMember(em, { organizationId, userId, role: link.role! });
      return { userId, organizationId };
    });
  }

  async byPasswordReset(request: Request, { token, password }: ResetPasswordBody): Promise<Session> {
    this.admit(request);
    return this.begin(request, async (em) => {
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

  /** @param identify the user whom the provider has proven */
  bySingleSignOn(request: Request, identify: (em: EntityManager) => Promise<string>): Promise<Session> {
    return this.begin(request, async (em) => ({ userId: await identify(em) }));
  }

  /** Begins a session whose token no earlier one had, in place of the browser's session so far. */
  private async begin(request: Request, identify: (em: EntityManager) => Promise<Identified>): Promise<Session> {
    const { session, described } = await this.em.fork().transactional(async (em) => {
      const { userId, organizationId = await homeOf(em, userId) } = await identify(em);
      if (organizationId === undefined) throw noOrganization();
      const replaced = hashOfToken(sessionTokenOf(request) ?? '');
      if (replaced) await endSession(em, replaced);
      const opened = await openSession(em, { userId, organizationId });
      const facts = { userId, organizationId, expiresAt: opened.endsAt };
      return { session: opened, described: await describeSession(em, facts) };
    });
    setSessionCookie(request.res as Response, session, this.config.publicBaseUrl);
    return described;
  }

  private admit(request: Request): void {
    assertSameOrigin(request, this.config.publicBaseUrl, { stated: false });
    this.limits.admitAddress(request);
  }

  private async invitedUser(
    em: EntityManager,
    email: string,
    { name, password }: { name: string; password: string },
  ): Promise<UserRow> {
    const known = await findUserByEmail(em, email);
    if (!known) {
      const created = await createUser(em, { email, name, passwordHash: await this.passwords.hash(password) });
      if (created) return created;
      throw keyRefused('This e-mail address has just been registered; open the link again');
    }
    if (known.password_hash === null)
      throw keyRefused('This user has no password; single sign-on accepts the invitation');
    if (await this.passwords.verify(password, known.password_hash)) return known;
    throw keyRefused('This e-mail address is registered, and the password is not that of its user');
  }
}

async function use(em: EntityManager, kind: LinkKind, token: string): Promise<UsedLink> {
  const link = await consumeLink(em, kind, token);
  if (!link) throw keyRefused('The link is unknown, expired or used');
  return link;
}
