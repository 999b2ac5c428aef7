import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#libs/contracts';
import { parseApiKey } from '#libs/signing';
import { ApiKey } from './api-key.entity.js';
import type { Caller } from './caller.js';
import { keyRefusal, minuteOf } from './key-refusal.js';

const BEARER = /^bearer +(\S+) *$/i;

/** Turns an Authorization header into a {@link Caller}. */
@Injectable()
export class ApiKeys {
  constructor(private readonly em: EntityManager) {}

  /** @throws AppError AUTHENTICATION_REQUIRED whose `details` say which part is wrong */
  async authenticate(authorization: readonly string[]): Promise<Caller> {
    const record = parseApiKey(bearerToken(authorization));
    if (!record) throw refused('The API key is malformed');
    const em = this.em.fork();
    const key = await em.findOne(ApiKey, { hash: record.hash }, { populate: ['organization'] });
    if (!key) throw refused('The API key is unknown');
    const now = new Date();
    const refusal = keyRefusal(key, now);
    if (refusal) throw refused(`The API key is ${refusal}`);
    await this.noteUse(em, key, minuteOf(now));
    const { id: orgId, rateLimit } = key.organization;
    return { orgId, keyId: key.id, kind: key.kind, rateLimit: rateLimit ?? null };
  }

  private async noteUse(em: EntityManager, key: ApiKey, minute: Date): Promise<void> {
    if (key.lastUsedAt && key.lastUsedAt >= minute) return;
    await em.execute(
      'UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)',
      [minute, key.id, minute],
    );
  }
}

function bearerToken(authorization: readonly string[]): string {
  const [header] = authorization;
  if (header === undefined) throw refused('The Authorization header is missing');
  if (authorization.length > 1) throw refused('There is more than one Authorization header');
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw refused('The Authorization header must read "Bearer <API key>"');
  return token;
}

function refused(details: string): AppError {
  return new AppError('AUTHENTICATION_REQUIRED', { details });
}
