import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { AppError } from '#libs/contracts';
import { originOf, storeEntry } from '../audit/audit-entry.js';
import { callerOf } from '../auth/authenticated-caller.js';
import type { SessionCredential } from '../http/caller.js';
import { oneFault } from './account-faults.js';
import type { ChangePasswordBody, Session, UpdateUserBody } from './account-requests.js';
import { Passwords } from './passwords.js';
import { describeSession, endSessionsOf } from './sessions.js';
import { SignInLimits } from './sign-in-limits.js';
import { findUser, findUserByEmail, normalEmail } from './users.js';

/** What a signed-in user does with the own session and account. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
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

  async update(request: Request, { name, email, current_password }: UpdateUserBody): Promise<Session> {
    const { userId } = sessionOf(request);
    if (email !== undefined) await this.provePassword(request, current_password);
    await this.em.fork().transactional(async (em) => {
      const taken = email === undefined ? undefined : await findUserByEmail(em, email);
      if (taken && taken.id !== userId)
        throw oneFault('email', 'INVALID_VALUE', 'email is the address of another user');
      await em.execute('UPDATE users SET name = coalesce(?, name), email = coalesce(?, email) WHERE id = ?', [
        name ?? null,
        email === undefined ? null : normalEmail(email),
        userId,
      ]);
    });
    return this.session(request);
  }

  async changePassword(request: Request, { password, current_password }: ChangePasswordBody): Promise<void> {
    const { userId, sessionId } = sessionOf(request);
    await this.provePassword(request, current_password);
    const hash = await this.passwords.hash(password);
    await this.em.fork().transactional(async (em) => {
      await em.execute('UPDATE users SET password_hash = ? WHERE id = ?', [hash, userId]);
      await endSessionsOf(em, userId, sessionId);
    });
  }

  async signOut(request: Request): Promise<void> {
    await this.em.fork().execute('DELETE FROM sessions WHERE id = ?', [sessionOf(request).sessionId]);
  }

  /** A browser that was left open must not be enough to take an account over. Users without a password pass. */
  private async provePassword(request: Request, password: string | undefined): Promise<void> {
    const user = await findUser(this.em.fork(), sessionOf(request).userId);
    if (!user || user.password_hash === null) return;
    if (password === undefined) throw oneFault('current_password', 'REQUIRED_FIELD', 'current_password is required');
    this.limits.admitAccount(request, user.email);
    if (await this.passwords.verify(password, user.password_hash)) return;
    throw oneFault('current_password', 'INVALID_VALUE', 'current_password is not the password of this user');
  }
}

/** The session of a request whose operation requires one. */
export function sessionOf(request: Request): SessionCredential {
  const { credential } = callerOf(request);
  if (credential.kind !== 'session') throw new AppError('INSUFFICIENT_PERMISSIONS');
  return credential;
}
