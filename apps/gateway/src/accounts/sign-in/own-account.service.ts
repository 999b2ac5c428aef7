import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { AppError } from '#libs/contracts';
import { originOf, storeEntry } from '../../audit-trail/audit-entry.js';
import { callerOf } from '../../auth/authenticated-caller.js';
import { CredentialEnds } from '../../auth/credential-ends.js';
import type { SessionCredential } from '../../http/caller/caller.js';
import { oneFault } from '../users/account-faults.js';
import type { ChangePasswordBody, Session, UpdateUserBody } from '../users/account-requests.js';
import { assertHardToGuess } from './password-weakness.js';
import { Passwords } from './passwords.js';
import { describeSession, endSessionsOf } from './sessions.js';
import { SignInLimits } from './sign-in-limits.js';
import { findUser, normalEmail, proveEmail, storePassword } from '../users/users.js';

/** Operations of a signed-in user on their own session and account. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly ends: CredentialEnds,
  ) {}

  session(request: Request): Promise<Session> {
    const { userId, expiresAt } = sessionOf(request);
    return describeSession(this.em.fork(), { userId, organizationId: callerOf(request).orgId, expiresAt });
  }

  /** @throws AppError RESOURCE_NOT_FOUND for an organization of others */
  async chooseOrganization(request: Request, organizationId: string): Promise<Session> {
    const { userId, sessionId, expiresAt } = sessionOf(request);
    return this.em.fork().transactional(async (em) => {
      const [chosen] = await em.execute<object[]>(
        `UPDATE memberships SET chosen_at = now() WHERE user_id = ? AND organization_id = ? RETURNING 1`,
        [userId, organizationId],
      );
      if (!chosen) throw new AppError('RESOURCE_NOT_FOUND');
      await em.execute('UPDATE sessions SET organization_id = ? WHERE id = ?', [organizationId, sessionId]);
      const actor = { type: 'user', id: userId } as const;
      const target = { type: 'session', id: null };
      const entry = { organizationId, actor, action: 'chooseOrganization', target, status: 200 };
      await storeEntry(em, { ...entry, ...originOf(request) });
      return describeSession(em, { userId, organizationId, expiresAt });
    });
  }

  /**
   * Changes a user. The response shows nothing of other users with the address. A user who enters an address does not
   * prove it: only the provider or an operator does.
   */
  async update(request: Request, { name, email, current_password }: UpdateUserBody): Promise<Session> {
    const { userId } = sessionOf(request);
    const proven = email === undefined ? undefined : await this.provePassword(request, current_password);
    await this.em.fork().transactional(async (em) => {
      if (name !== undefined) await em.execute('UPDATE users SET name = ? WHERE id = ?', [name, userId]);
      if (email === undefined || !(await changeEmail(em, userId, normalEmail(email)))) return;
      if (proven !== undefined) await storePassword(em, userId, (namesake) => this.passwords.hash(proven, namesake));
    });
    return this.session(request);
  }

  async changePassword(request: Request, { password, current_password }: ChangePasswordBody): Promise<void> {
    const { userId, sessionId } = sessionOf(request);
    await this.provePassword(request, current_password);
    const user = await findUser(this.em.fork(), userId);
    if (user) assertHardToGuess(password, user);
    const ended = await this.em.fork().transactional(async (em) => {
      await storePassword(em, userId, (namesake) => this.passwords.hash(password, namesake));
      return endSessionsOf(em, userId, sessionId);
    });
    this.ends.announce(ended);
  }

  async signOut(request: Request): Promise<void> {
    await this.em.fork().execute('DELETE FROM sessions WHERE id = ?', [sessionOf(request).sessionId]);
    this.ends.announce([{ organization_id: callerOf(request).orgId }]);
  }

  /**
   * Requires the user's password, because a browser that was left open must not be enough to take an account over.
   * Users without a password pass.
   *
   * @returns the password of a user who has one
   */
  async provePassword(request: Request, password: string | undefined): Promise<string | undefined> {
    const user = await findUser(this.em.fork(), sessionOf(request).userId);
    if (!user || user.password_hash === null) return undefined;
    if (password === undefined) throw oneFault('current_password', 'REQUIRED_FIELD', 'current_password is required');
    this.limits.admitUser(request, user.id);
    if (await this.passwords.verify(password, user.password_hash)) return password;
    throw oneFault('current_password', 'INVALID_VALUE', 'current_password is not the password of this user');
  }
}

/**
 * Changes the address of a user; it is proven if single sign-on has verified it.
 *
 * @returns whether it differs from the former
 */
async function changeEmail(em: EntityManager, userId: string, email: string): Promise<boolean> {
  const changed = await em.execute<object[]>(
    'UPDATE users SET email = ?, email_proven = false WHERE id = ? AND email <> ? RETURNING 1',
    [email, userId, email],
  );
  const verified = await em.execute<object[]>('SELECT 1 FROM user_identities WHERE user_id = ? AND email = ?', [
    userId,
    email,
  ]);
  if (verified.length > 0) await proveEmail(em, userId, email);
  return changed.length > 0;
}

/** The session of a request whose operation requires one. */
export function sessionOf(request: Request): SessionCredential {
  const { credential } = callerOf(request);
  if (credential.kind !== 'session') throw new AppError('INSUFFICIENT_PERMISSIONS');
  return credential;
}
