import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { OwnAccount, sessionOf } from '../sign-in/own-account.service.js';
import { oneFault } from '../users/account-faults.js';
import { findUser, type UserRow } from '../users/users.js';
import { replaceRecoveryCodes } from './recovery-codes.js';
import type {
  NewSecondFactor,
  ProveSecondFactorBody,
  RecoveryCodes,
  SecondFactorState,
} from './second-factor-requests.js';
import { acceptTimedCode, forgetUnusedFactor, SecondFactors } from './second-factors.js';
import { addressOf, newSecret } from './timed-codes.js';

/** Time for which a key that is shown may be confirmed, s. */
const PENDING_S = 900;

/** The second factor of a signed-in user, who switches it on and off. */
@Injectable()
export class OwnSecondFactor {
  constructor(
    private readonly em: EntityManager,
    private readonly account: OwnAccount,
    private readonly factors: SecondFactors,
  ) {}

  async state(request: Request): Promise<SecondFactorState> {
    const [row] = await this.em.fork().execute<{ since: string | null; left: number }[]>(
      `SELECT confirmed_at AS since, (SELECT count(*)::int FROM recovery_codes r WHERE r.user_id = f.user_id) AS left
         FROM second_factors f WHERE user_id = ?
          AND (confirmed_at IS NOT NULL OR EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = f.user_id))`,
      [sessionOf(request).userId],
    );
    if (!row) return { enabled: false, since: null, recovery_codes_left: 0 };
    const since = row.since === null ? null : new Date(row.since).toISOString();
    return { enabled: true, since, recovery_codes_left: row.left };
  }

  /** Makes a key, which replaces one that is not confirmed. Nothing is asked for it before it is. */
  async begin(request: Request, password: string): Promise<NewSecondFactor> {
    const user = await this.provenUser(request, password);
    const secret = newSecret();
    const stored = await this.em.fork().execute<object[]>(
      `INSERT INTO second_factors (user_id, secret) VALUES (?, ?)
       ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = now(), last_step = 0
         WHERE second_factors.confirmed_at IS NULL RETURNING 1`,
      [user.id, secret],
    );
    if (stored.length === 0)
      throw oneFault('current_password', 'INVALID_VALUE', 'the user has a second factor already');
    return { secret, url: addressOf(secret, user.email) };
  }

  /** Switches the second factor on: the code shows that the authenticator has the key. */
  async confirm(request: Request, code: string): Promise<RecoveryCodes> {
    const { userId } = sessionOf(request);
    const em = this.em.fork();
    const [pending] = await em.execute<{ secret: string }[]>(
      `SELECT secret FROM second_factors
        WHERE user_id = ? AND confirmed_at IS NULL AND secret IS NOT NULL AND created_at > now() - make_interval(secs => ${PENDING_S})`,
      [userId],
    );
    if (!pending) throw oneFault('code', 'INVALID_VALUE', 'code belongs to no key that waits: begin again');
    await this.factors.countTry(request, (await findUser(em, userId))!);
    return em.transactional(async (tx) => {
      if (!(await acceptTimedCode(tx, userId, { secret: pending.secret, code: code.trim() })))
        throw oneFault('code', 'INVALID_VALUE', 'code is wrong or expired');
      await tx.execute('UPDATE second_factors SET confirmed_at = now(), tries = 0 WHERE user_id = ? AND secret = ?', [
        userId,
        pending.secret,
      ]);
      return { recovery_codes: await replaceRecoveryCodes(tx, userId) };
    });
  }

  /** Makes new recovery codes; the former ones work no more. */
  async renewRecoveryCodes(request: Request, proof: ProveSecondFactorBody): Promise<RecoveryCodes> {
    return this.prove(request, proof, async (tx, userId) => ({
      recovery_codes: await replaceRecoveryCodes(tx, userId),
    }));
  }

  async remove(request: Request, proof: ProveSecondFactorBody): Promise<void> {
    await this.prove(request, proof, (tx, userId) => removeAuthenticator(tx, userId));
  }

  private async prove<T>(
    request: Request,
    { current_password, ...proof }: ProveSecondFactorBody,
    change: (tx: EntityManager, userId: string) => Promise<T>,
  ): Promise<T> {
    const user = await this.provenUser(request, current_password);
    const { enabled } = await this.state(request);
    if (!enabled) throw oneFault('code', 'INVALID_VALUE', 'the user has no second factor');
    return this.em.fork().transactional(async (tx) => {
      await this.factors.require(tx, request, user, proof);
      return change(tx, user.id);
    });
  }

  private async provenUser(request: Request, password: string): Promise<UserRow> {
    const proven = await this.account.provePassword(request, password);
    if (proven === undefined)
      throw oneFault('current_password', 'INVALID_VALUE', 'a second factor needs a password: set one first');
    return (await findUser(this.em.fork(), sessionOf(request).userId))!;
  }
}

async function removeAuthenticator(em: EntityManager, userId: string): Promise<void> {
  await em.execute('UPDATE second_factors SET secret = NULL, confirmed_at = NULL WHERE user_id = ?', [userId]);
  await forgetUnusedFactor(em, userId);
}

/** Removes authenticator, passkeys and recovery codes of a user. @returns whether there was one of them */
export async function removeSecondFactor(em: EntityManager, userId: string): Promise<boolean> {
  const removed = await em.execute<object[]>(
    `WITH keys AS (DELETE FROM passkeys WHERE user_id = ? RETURNING 1),
          factors AS (DELETE FROM second_factors WHERE user_id = ? RETURNING 1)
     SELECT 1 FROM keys UNION ALL SELECT 1 FROM factors`,
    [userId, userId],
  );
  return removed.length > 0;
}
