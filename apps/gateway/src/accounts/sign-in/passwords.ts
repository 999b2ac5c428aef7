import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { callerSignal } from '#libs/runtime';
import { type Share, Shares } from '#libs/shares';
import { currentHolder } from '../../http/holder.js';

/** The parameters of argon2id that OWASP recommends (Password Storage Cheat Sheet): KiB, passes, lanes. */
const [MEMORY, PASSES, LANES] = [19_456, 2, 1];
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_SALTS = 4;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

/**
 * Hashes passwords with argon2id, on other threads and a few at once, by client address in turn, so that a flood of
 * sign-ins delays only its own client.
 */
@Injectable()
export class Passwords {
  private readonly share: Share;
  private decoy?: Promise<string>;

  constructor(shares: Shares) {
    this.share = shares.of('passwords');
  }

  /**
   * The hash to store, in the PHC string format.
   *
   * @param namesake the hash of a user with the same address, whose salt it shares: one derivation then compares a password
   * with all of them
   */
  async hash(password: string, namesake?: string): Promise<string> {
    const salt = namesake === undefined ? randomBytes(SALT_BYTES) : parse(namesake).parameters.nonce;
    const parameters = { memory: MEMORY, passes: PASSES, parallelism: LANES, nonce: salt, tagLength: HASH_BYTES };
    const hash = await this.derive(password, parameters);
    return `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(hash)}`;
  }

  /** Whether a password is the one of a stored hash. */
  async verify(password: string, stored: string): Promise<boolean> {
    return (await this.find(password, [{ password_hash: stored }])) !== undefined;
  }

  /**
   * The first user who has this password. Without any user the search takes as long, so that its time does not show
   * whether there is one. Users of one address rarely have different salts; at most {@link MAX_SALTS} salts are tried.
   */
  async find<T extends { password_hash: string }>(password: string, users: readonly T[]): Promise<T | undefined> {
    if (users.length === 0) await this.derive(password, parse(await this.aDecoy()).parameters);
    const bySalt = [
      ...Map.groupBy(users, ({ password_hash: stored }) => stored.slice(0, stored.lastIndexOf('$'))).values(),
    ];
    for (const namesakes of bySalt.slice(0, MAX_SALTS)) {
      const derived = await this.derive(password, parse(namesakes[0]!.password_hash).parameters);
      const found = namesakes.find(({ password_hash: stored }) => timingSafeEqual(derived, parse(stored).hash));
      if (found) return found;
    }
    return undefined;
  }

  private aDecoy(): Promise<string> {
    return (this.decoy ??= this.hash(randomBytes(HASH_BYTES).toString('base64')));
  }

  /**
   * Derives a key from a password. The same letters are the same password, however a keyboard composes them (NFKC, as
   * NIST SP 800-63B demands).
   */
  private derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
    return this.share.run({ orgId: currentHolder(), signal: callerSignal() }, () =>
      derive('argon2id', { ...parameters, message: password.normalize('NFKC') }),
    );
  }
}

interface ParsedHash {
  parameters: Omit<Argon2Parameters, 'message'> & { nonce: Buffer };
  hash: Buffer;
}

function parse(stored: string): ParsedHash {
  const [, memory, passes, parallelism, salt, digest] = PHC.exec(stored) ?? [];
  if (salt === undefined || digest === undefined) throw new Error('a stored password hash is not readable');
  const hash = Buffer.from(digest, 'base64');
  const [nonce, tagLength] = [Buffer.from(salt, 'base64'), hash.length];
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), nonce, tagLength },
    hash,
  };
}

/** Base64 without padding, as the PHC string format has it. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
