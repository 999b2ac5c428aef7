import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { LeaderLocks, LeaderSweep, type SweptBatch } from '#libs/database';
import { Logger, RepeatedWork } from '#libs/runtime';
import { DEVICE_LIFE_S } from './sign-in/known-devices.js';
import { SESSION_IDLE_S } from '../auth/session-store.js';

const ROUND_MS = 60_000;
/** Rows deleted in one statement. */
const BATCH = 500;
/** Days for which used and expired rows are kept, for questions about them. */
const KEPT_DAYS = 7;

const ENDED_SESSION = `(expires_at <= now() OR last_used_at <= now() - interval '${SESSION_IDLE_S} seconds')`;
const ENDED_TOKEN = '(expires_at <= now())';
const FORGOTTEN = `used_at <= now() - interval '${DEVICE_LIFE_S} seconds'`;
const OLD_LINK = `(expires_at <= now() - interval '${KEPT_DAYS} days')`;

/** Tables whose rows are identified by the hash of a secret. */
type Hashed = 'single_sign_on_attempts' | 'passkey_challenges';

/** Deletes sessions and preview tokens that have ended, links a week after their time, attempts of single sign-on, challenges for passkeys, and browsers long unused. One gateway leads. */
@Injectable()
export class AccountRetention {
  constructor(
    private readonly em: EntityManager,
    locks: LeaderLocks,
    log: Logger,
    work: RepeatedWork,
  ) {
    const sweeps = [
      {
        kind: 'sessions',
        sweep: () => this.delete('sessions', ENDED_SESSION),
        overdueS: () => this.sessionsOverdueS(),
      },
      { kind: 'links', sweep: () => this.delete('links', OLD_LINK), overdueS: () => this.linksOverdueS() },
      {
        kind: 'preview_tokens',
        sweep: () => this.delete('preview_tokens', ENDED_TOKEN),
        overdueS: () => this.tokensOverdueS(),
      },
      {
        kind: 'single_sign_on',
        sweep: () => this.deleteExpired('single_sign_on_attempts'),
        overdueS: () => this.expiredOverdueS('single_sign_on_attempts'),
      },
      {
        kind: 'passkey_challenges',
        sweep: () => this.deleteExpired('passkey_challenges'),
        overdueS: () => this.expiredOverdueS('passkey_challenges'),
      },
      { kind: 'known_devices', sweep: () => this.deleteDevices(), overdueS: () => this.devicesOverdueS() },
    ];
    new LeaderSweep({ lock: 'account-retention', intervalMs: ROUND_MS, sweeps }, locks, log).repeatIn(work);
  }

  /** Deletes one batch of each. */
  async sweep(): Promise<void> {
    await this.delete('sessions', ENDED_SESSION);
    await this.delete('links', OLD_LINK);
    await this.delete('preview_tokens', ENDED_TOKEN);
    await this.deleteExpired('single_sign_on_attempts');
    await this.deleteExpired('passkey_challenges');
    await this.deleteDevices();
  }

  private async delete(table: 'sessions' | 'links' | 'preview_tokens', isDue: string): Promise<SweptBatch> {
    const deleted = await this.em.fork().execute<object[]>(
      `DELETE FROM ${table} WHERE id IN
         (SELECT id FROM ${table} WHERE ${isDue} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    );
    return { rows: deleted.length, hasMore: deleted.length === BATCH, facts: { [table]: deleted.length } };
  }

  private async deleteExpired(table: Hashed): Promise<SweptBatch> {
    const deleted = await this.em.fork().execute<object[]>(
      `DELETE FROM ${table} WHERE hash IN
         (SELECT hash FROM ${table} WHERE expires_at <= now() LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    );
    return { rows: deleted.length, hasMore: deleted.length === BATCH, facts: { [table]: deleted.length } };
  }

  private async deleteDevices(): Promise<SweptBatch> {
    const deleted = await this.em.fork().execute<object[]>(
      `DELETE FROM known_devices WHERE (hash, user_id) IN
         (SELECT hash, user_id FROM known_devices WHERE ${FORGOTTEN} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    );
    const devices = deleted.length;
    return { rows: devices, hasMore: devices === BATCH, facts: { devices } };
  }

  private devicesOverdueS(): Promise<number> {
    return this.overdueS(
      `SELECT max(now() - interval '${DEVICE_LIFE_S} seconds' - used_at) AS late FROM known_devices WHERE ${FORGOTTEN}`,
    );
  }

  private expiredOverdueS(table: Hashed): Promise<number> {
    return this.overdueS(`SELECT max(now() - expires_at) AS late FROM ${table} WHERE expires_at <= now()`);
  }

  private tokensOverdueS(): Promise<number> {
    return this.overdueS('SELECT max(now() - expires_at) AS late FROM preview_tokens WHERE expires_at <= now()');
  }

  private sessionsOverdueS(): Promise<number> {
    return this.overdueS(
      `SELECT max(now() - least(expires_at, last_used_at + interval '${SESSION_IDLE_S} seconds')) AS late FROM sessions
        WHERE ${ENDED_SESSION}`,
    );
  }

  private linksOverdueS(): Promise<number> {
    return this.overdueS(
      `SELECT max(now() - interval '${KEPT_DAYS} days' - expires_at) AS late FROM links WHERE ${OLD_LINK}`,
    );
  }

  private async overdueS(late: string): Promise<number> {
    const [{ overdue }] = await this.em
      .fork()
      .execute<[{ overdue: number }]>(
        `SELECT coalesce(extract(epoch FROM late), 0)::float8 AS overdue FROM (${late}) AS t`,
      );
    return overdue;
  }
}
