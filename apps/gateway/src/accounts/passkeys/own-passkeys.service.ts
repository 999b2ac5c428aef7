import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { AppError, type Page, pageOf, type PageRequest } from '#libs/contracts';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.js';
import { forgetUnusedFactor, SecondFactors } from '../second-factor/second-factors.js';
import { OwnAccount, sessionOf } from '../sign-in/own-account.service.js';
import { oneFault } from '../users/account-faults.js';
import { findUser, type UserRow } from '../users/users.js';
import { challengeSession, takeSessionChallenge } from './passkey-challenges.js';
import type {
  AddedPasskey,
  BeginPasskeyBody,
  PasskeyCreation,
  Passkey,
  PasskeyAttestation,
} from './passkey-requests.js';
import { Passkeys } from './passkeys.js';
import { challengeIn, type NewCredential, readAttestation } from './verify-passkey.js';

/** Passkeys of one user. */
const MAX_PASSKEYS = 20;

interface Row extends Omit<Passkey, 'created_at' | 'last_used_at'> {
  created_at: string;
  last_used_at: string | null;
}

const COLUMNS = 'id, name, is_synced AS synced, created_at, last_used_at';

/** The passkeys of a signed-in user, who adds and removes them. */
@Injectable()
export class OwnPasskeys {
  constructor(
    private readonly em: EntityManager,
    private readonly account: OwnAccount,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
  ) {}

  async list(request: Request, { limit = 20, offset = 0 }: PageRequest): Promise<Page<Passkey>> {
    const { userId } = sessionOf(request);
    const rows = await this.em
      .fork()
      .execute<Row[]>(`SELECT ${COLUMNS} FROM passkeys WHERE user_id = ? ORDER BY created_at, id`, [userId]);
    return pageOf(rows.slice(offset, offset + limit).map(toPasskey), rows.length, { limit, offset });
  }

  /** Asks the browser for a new passkey, of a user who has proven all that signing in asks for. */
  async begin(request: Request, proof: BeginPasskeyBody): Promise<PasskeyCreation> {
    const { id: relying_party_id } = this.passkeys.requireParty();
    const user = await this.prove(request, proof, (_em, user) => Promise.resolve(user));
    const em = this.em.fork();
    const known = await em.execute<{ id: Buffer }[]>(
      'SELECT credential_id AS id FROM passkeys WHERE user_id = ? ORDER BY created_at',
      [user.id],
    );
    if (known.length >= MAX_PASSKEYS) throw tooMany();
    return {
      challenge: await challengeSession(em, sessionOf(request).sessionId),
      relying_party_id,
      user_id: Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url'),
      user_name: user.email,
      excluded: known.map(({ id }) => id.toString('base64url')),
    };
  }

  /** Adds the passkey that the browser has made. The first one comes with recovery codes. */
  async confirm(request: Request, attestation: PasskeyAttestation): Promise<AddedPasskey> {
    const party = this.passkeys.requireParty();
    const { userId, sessionId } = sessionOf(request);
    const challenge = challengeIn(attestation.client_data) ?? '';
    if (!(await takeSessionChallenge(this.em.fork(), sessionId, challenge)))
      throw oneFault('client_data', 'INVALID_VALUE', 'client_data answers no challenge that waits: begin again');
    const made = await readAttestation(attestation, party, challenge);
    if (!made) throw oneFault('attestation', 'INVALID_VALUE', 'attestation is not the answer to the challenge');
    return this.em.fork().transactional(async (em) => {
      const passkey = await store(em, userId, attestation.name.trim(), made);
      const [factor] = await em.execute<[{ codes: number }]>(
        `INSERT INTO second_factors (user_id) VALUES (?) ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
         RETURNING (SELECT count(*)::int FROM recovery_codes r WHERE r.user_id = second_factors.user_id) AS codes`,
        [userId],
      );
      return { passkey, recovery_codes: factor.codes > 0 ? null : await replaceRecoveryCodes(em, userId) };
    });
  }

  /** @throws AppError RESOURCE_NOT_FOUND for a passkey of others */
  async rename(request: Request, id: string, name: string): Promise<Passkey> {
    const [row] = await this.em
      .fork()
      .execute<Row[]>(`UPDATE passkeys SET name = ? WHERE id = ? AND user_id = ? RETURNING ${COLUMNS}`, [
        name.trim(),
        id,
        sessionOf(request).userId,
      ]);
    if (!row) throw new AppError('RESOURCE_NOT_FOUND');
    return toPasskey(row);
  }

  /** @throws AppError RESOURCE_NOT_FOUND for a passkey of others */
  async remove(request: Request, id: string, proof: BeginPasskeyBody): Promise<void> {
    await this.prove(request, proof, async (em, { id: userId }) => {
      const removed = await em.execute<object[]>('DELETE FROM passkeys WHERE id = ? AND user_id = ? RETURNING 1', [
        id,
        userId,
      ]);
      if (removed.length === 0) throw new AppError('RESOURCE_NOT_FOUND');
      await forgetUnusedFactor(em, userId);
    });
  }

  private async prove<T>(
    request: Request,
    { current_password, ...proof }: BeginPasskeyBody,
    change: (em: EntityManager, user: UserRow) => Promise<T>,
  ): Promise<T> {
    await this.account.provePassword(request, current_password);
    const user = (await findUser(this.em.fork(), sessionOf(request).userId))!;
    return this.em.fork().transactional(async (em) => {
      await this.factors.require(em, request, user, proof);
      return change(em, user);
    });
  }
}

async function store(em: EntityManager, userId: string, name: string, made: NewCredential): Promise<Passkey> {
  await em.execute('SELECT 1 FROM users WHERE id = ? FOR UPDATE', [userId]); // passkeys are counted one by one
  const [{ count }] = await em.execute<[{ count: number }]>(
    'SELECT count(*)::int AS count FROM passkeys WHERE user_id = ?',
    [userId],
  );
  if (count >= MAX_PASSKEYS) throw tooMany();
  const { credentialId, publicKey, counter, isSynced } = made;
  const [row] = await em.execute<Row[]>(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, is_synced, name)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (credential_id) DO NOTHING RETURNING ${COLUMNS}`,
    [randomUUID(), userId, credentialId, publicKey, counter, isSynced, name],
  );
  if (!row) throw oneFault('attestation', 'INVALID_VALUE', 'attestation is of a passkey that was added before');
  return toPasskey(row);
}

function tooMany(): AppError {
  return oneFault('name', 'VALUE_TOO_LARGE', `a user has at most ${MAX_PASSKEYS} passkeys: remove one first`);
}

function toPasskey({ created_at, last_used_at, ...row }: Row): Passkey {
  return {
    ...row,
    created_at: new Date(created_at).toISOString(),
    last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  };
}
