import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { AppError } from '#libs/contracts';
import type { PasskeyProof } from '../passkeys/passkey-proof.js';
import { hasPasskey, Passkeys } from '../passkeys/passkeys.js';
import { knownDevice } from '../sign-in/known-devices.js';
import { oneFault } from '../users/account-faults.js';
import { useRecoveryCode } from './recovery-codes.js';
import { stepOf } from './timed-codes.js';

/** Tries per hour with the codes of one user: from all browsers that have not signed in before, and from all together. */
const TRIES = { unknown: 20, all: 100 } as const;
const HOUR_S = 3_600;

/** A user who proves the second factor. */
interface Prover {
  id: string;
  email: string;
}

/** The proof of a second factor: one of the two. */
interface FactorProof {
  /** A code of the authenticator, or a recovery code. */
  code?: string;
  passkey?: PasskeyProof;
}

/** Asks for the second factor of users who have one, and accepts each code once. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly em: EntityManager,
    private readonly passkeys: Passkeys,
  ) {}

  /**
   * Requires a proof of a user who has a second factor: a code of the authenticator, a recovery code, which is used up,
   * or a passkey.
   *
   * @param em the transaction that is undone if what follows fails: the code then counts as unused
   * @throws AppError VALIDATION_ERROR about `code` or `passkey`; RATE_LIMIT_EXCEEDED after too many tries
   */
  async require(em: EntityManager, request: Request, user: Prover, { code, passkey }: FactorProof): Promise<void> {
    const secret = await authenticatorOf(em, user.id);
    if (secret === undefined && !(await hasPasskey(em, user.id))) return;
    if (passkey) return this.requirePasskey(em, request, user, passkey);
    if (code === undefined)
      throw oneFault('code', 'REQUIRED_FIELD', 'code is required, because the user has a second factor');
    await this.countTry(request, user);
    const isTimed = secret !== undefined && /^\s*\d{6}\s*$/.test(code);
    const isAccepted = isTimed
      ? await acceptTimedCode(em, user.id, { secret, code: code.trim() })
      : await useRecoveryCode(em, user.id, code);
    if (!isAccepted) throw oneFault('code', 'INVALID_VALUE', 'code is wrong, expired or used');
    await em.execute('UPDATE second_factors SET tries = 0 WHERE user_id = ?', [user.id]);
  }

  private async requirePasskey(em: EntityManager, request: Request, user: Prover, proof: PasskeyProof): Promise<void> {
    if ((await this.passkeys.identify(em, request, proof)) !== user.id)
      throw oneFault('passkey', 'INVALID_VALUE', 'passkey is not one of the user, or its answer is wrong or late');
  }

  /**
   * Counts a try before the code is looked at, in the database, so that several gateways allow no more than one. Who knows
   * the password cannot lock out the browser in which the user has signed in before.
   */
  async countTry(request: Request, { id, email }: Prover): Promise<void> {
    const em = this.em.fork(); // a transaction of its own: the try counts also if the request fails
    const isKnown = (await knownDevice(em, request, email)) !== undefined;
    const isOver = `f.tries_since <= now() - make_interval(secs => ${HOUR_S})`;
    const counted = await em.execute<object[]>(
      `INSERT INTO second_factors AS f (user_id, tries) VALUES (?, 1)
       ON CONFLICT (user_id) DO UPDATE SET tries = CASE WHEN ${isOver} THEN 1 ELSE f.tries + 1 END,
              tries_since = CASE WHEN ${isOver} THEN now() ELSE f.tries_since END
        WHERE f.tries < ? OR ${isOver} RETURNING 1`,
      [id, isKnown ? TRIES.all : TRIES.unknown],
    );
    if (counted.length === 0)
      throw new AppError('RATE_LIMIT_EXCEEDED', {
        retryAfterS: HOUR_S,
        details: 'Too many tries with codes of this user',
      });
  }
}

/** The key of a user's authenticator app; undefined without one. */
async function authenticatorOf(em: EntityManager, userId: string): Promise<string | undefined> {
  const [factor] = await em.execute<{ secret: string }[]>(
    'SELECT secret FROM second_factors WHERE user_id = ? AND confirmed_at IS NOT NULL',
    [userId],
  );
  return factor?.secret;
}

/** Forgets recovery codes and tries of a user who has neither an authenticator nor a passkey any more. */
export async function forgetUnusedFactor(em: EntityManager, userId: string): Promise<void> {
  if (await hasPasskey(em, userId)) return;
  await em.execute('DELETE FROM second_factors WHERE user_id = ? AND confirmed_at IS NULL', [userId]);
}

/** Accepts a code of a later step of time than the last one. @returns whether it does */
export async function acceptTimedCode(
  em: EntityManager,
  userId: string,
  { secret, code }: { secret: string; code: string },
): Promise<boolean> {
  const step = stepOf(secret, code, Date.now());
  if (step === undefined) return false;
  const accepted = await em.execute<object[]>(
    'UPDATE second_factors SET last_step = ? WHERE user_id = ? AND last_step < ? RETURNING 1',
    [step, userId, step],
  );
  return accepted.length > 0;
}
