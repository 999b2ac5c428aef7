import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { callerSignal } from '#libs/runtime';
import { type Share, Shares } from '#libs/shares';
import { currentHolder } from '../http/holder.js';

/** The parameters of argon2id that OWASP recommends (Password Storage Cheat Sheet): KiB, passes, lanes. */
const [MEMORY, PASSES, LANES] = [19_456, 2, 1];
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

/** Hashes passwords with argon2id, on other threads and a few at once, by client address in turn: a flood of sign-ins delays itself. */
@Injectable()
export class Passwords {
  private readonly share: Share;
  private decoy?: Promise<string>;

  constructor(shares: Shares) {
    this.share = shares.of('passwords');
  }

  /** The hash to store, in the PHC string format. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const parameters = { memory: MEMORY, passes: PASSES, parallelism: LANES, nonce: salt, tagLength: HASH_BYTES };
    const hash = await this.derive(password, parameters);
    return `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(hash)}`;
  }

  /**
   * Whether a password is the one of a stored hash. Without a hash it takes as long, so that the time does not show
   * whether there is a user.
   */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    const known = stored ?? (await (this.decoy ??= this.hash(randomBytes(HASH_BYTES).toString('base64'))));
    const [, memory, passes, parallelism, salt, hash] = PHC.exec(known) ?? [];
    if (salt === undefined || hash === undefined) throw new Error('a stored password hash is not readable');
    const expected = Buffer.from(hash, 'base64');
    const derived = await this.derive(password, {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      nonce: Buffer.from(salt, 'base64'),
      tagLength: expected.length,
    });
    return timingSafeEqual(derived, expected) && typeof stored === 'string';
  }

  /** The same letters are the same password, however a keyboard composes them (NFKC, as NIST SP 800-63B has it). */
  private derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
    return this.share.run({ orgId: currentHolder(), signal: callerSignal() }, () =>
      derive('argon2id', { ...parameters, message: password.normalize('NFKC') }),
    );
  }
}

/** Without padding, as the PHC string format has it. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
