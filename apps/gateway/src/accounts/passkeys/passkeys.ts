import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { AppError } from '#libs/contracts';
import { GatewayConfig } from '../../gateway.config.js';
import { findUser, type UserRow } from '../users/users.js';
import { challengeBrowser, takeBrowserChallenge } from './passkey-challenges.js';
import type { PasskeyProof } from './passkey-proof.js';
import type { PasskeyChallenge } from './passkey-requests.js';
import { type RelyingParty, relyingPartyOf } from './relying-party.js';
import { challengeIn, readProof } from './verify-passkey.js';

interface Row {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  /** A bigint. */
  counter: string;
}

/** Recognizes users by their passkeys. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly em: EntityManager,
    private readonly config: GatewayConfig,
  ) {}

  /** The origin of the pages on which passkeys work; null if they work on none. */
  get origin(): string | null {
    return relyingPartyOf(this.config.publicBaseUrl)?.origin ?? null;
  }

  /** @throws AppError RESOURCE_NOT_FOUND where browsers know no passkeys */
  requireParty(): RelyingParty {
    const party = relyingPartyOf(this.config.publicBaseUrl);
    if (!party) throw new AppError('RESOURCE_NOT_FOUND', { message: 'Passkeys need an https address with a name' });
    return party;
  }

  /** Asks the browser of a request for a passkey of whatever user. */
  async ask(request: Request): Promise<PasskeyChallenge> {
    const { id } = this.requireParty();
    const challenge = await challengeBrowser(this.em.fork(), request.res!, this.config.publicBaseUrl);
    return { challenge, relying_party_id: id };
  }

  /**
   * The user whose passkey has answered the challenge of this browser. The challenge is used up in any case.
   *
   * @param em the transaction that notes the use
   * @returns undefined for an answer that is wrong or late, and for an unknown passkey
   */
  async identify(em: EntityManager, request: Request, proof: PasskeyProof): Promise<string | undefined> {
    const party = this.requireParty();
    const challenge = challengeIn(proof.client_data) ?? '';
    if (!(await takeBrowserChallenge(this.em.fork(), request, challenge))) return undefined;
    const passkey = await findPasskey(em, proof.id);
    if (!passkey) return undefined;
    const known = { credentialId: passkey.credential_id, publicKey: passkey.public_key };
    const counter = await readProof(proof, { ...known, counter: Number(passkey.counter) }, party, challenge);
    if (counter === undefined) return undefined;
    await em.execute('UPDATE passkeys SET counter = ?, last_used_at = now() WHERE id = ?', [counter, passkey.id]);
    return passkey.user_id;
  }

  /** The user to whom a passkey belongs, also if its answer is wrong. */
  async ownerOf(em: EntityManager, { id }: PasskeyProof): Promise<UserRow | undefined> {
    const passkey = await findPasskey(em, id);
    return passkey && findUser(em, passkey.user_id);
  }
}

async function findPasskey(em: EntityManager, id: string): Promise<Row | undefined> {
  const [row] = await em.execute<Row[]>(
    'SELECT id, user_id, credential_id, public_key, counter FROM passkeys WHERE credential_id = ?',
    [Buffer.from(id, 'base64url')],
  );
  return row;
}

/** Whether a user has a passkey. */
export async function hasPasskey(em: EntityManager, userId: string): Promise<boolean> {
  const found = await em.execute<object[]>('SELECT 1 FROM passkeys WHERE user_id = ? LIMIT 1', [userId]);
  return found.length > 0;
}
