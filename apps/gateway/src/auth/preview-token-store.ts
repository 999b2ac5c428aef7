import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '#libs/contracts';
import { type PreparedStatement, StatementPool } from '#libs/database';
import type { WindowUsage } from './admission-store.js';
import type { Caller } from '../http/caller/caller.js';

const PREFIX = 'fwp_';
const BYTES = 32;
/** Most tokens of an organization that have not ended. One token can serve all visitors of a page. */
const MAX_LIVE_TOKENS = 500;
/** Seconds after which a token may have ended and a request may be repeated. */
const RETRY_AFTER_S = 60;
const FORM = /^fwp_[A-Za-z0-9_-]{43}$/;

/** Whether a credential is meant as a preview token, well-formed or not. */
export function isPreviewToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** A new token, and its SHA-256, which is all that is stored. */
export function newPreviewToken(): { token: string; hash: Buffer } {
  const token = PREFIX + randomBytes(BYTES).toString('base64url');
  return { token, hash: hashOfPreviewToken(token)! };
}

/** The SHA-256 of a token as sent; undefined for a text that cannot be one. */
export function hashOfPreviewToken(token: string): Buffer | undefined {
  return FORM.test(token) ? createHash('sha256').update(token).digest() : undefined;
}

/** The maker of a token: it ends with that key, or with that user's membership. */
export type TokenMaker = { keyId: string } | { userId: string };

/** A token to store. */
export interface NewPreviewToken {
  id: string;
  hash: Buffer;
  orgId: string;
  maker: TokenMaker;
  templateId: string;
  version: number | null;
  origins: readonly string[];
  lifeS: number;
}

/** A token that has not ended, as its caller, and its minute. */
export interface FoundToken {
  caller: Caller;
  /** Includes the request. */
  usage: WindowUsage;
  /** Usage of all tokens of the organization, this one included. */
  orgUsage: WindowUsage;
}

/** Finds a token and counts its request. Those of the organization's other tokens count with it. */
const ADMIT_TOKEN: PreparedStatement = {
  name: 'admit-preview-token',
  text: `
UPDATE preview_tokens t
   SET used = CASE WHEN t.minute >= date_trunc('minute', clock_timestamp()) THEN t.used + 1 ELSE 1 END,
       minute = greatest(t.minute, date_trunc('minute', clock_timestamp()))
 WHERE t.hash = $1 AND t.expires_at > clock_timestamp()
   AND (EXISTS (SELECT 1 FROM api_keys k WHERE k.id = t.key_id AND k.revoked_at IS NULL
                   AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()))
     OR EXISTS (SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
                 WHERE m.user_id = t.user_id AND m.organization_id = t.organization_id))
RETURNING t.id, organization_id, template_id, version, origins, expires_at, used,
          (SELECT coalesce(sum(o.used), 0)::float8 FROM preview_tokens o
            WHERE o.organization_id = t.organization_id AND o.id <> t.id
              AND o.expires_at > clock_timestamp() - interval '1 minute'
              AND o.minute >= date_trunc('minute', clock_timestamp())) AS used_by_others,
          extract(epoch FROM minute)::float8 AS started_s, extract(epoch FROM clock_timestamp())::float8 AS now_s`,
};

const ADD_TOKEN: PreparedStatement = {
  name: 'add-preview-token',
  text: `
INSERT INTO preview_tokens (id, hash, organization_id, key_id, user_id, template_id, version, origins, expires_at, minute)
SELECT $1::uuid, $2::bytea, $3::uuid, $4::uuid, $5::uuid, $6::uuid, $7::int, $8::text[],
       now() + make_interval(secs => $9), date_trunc('minute', now())
 WHERE (SELECT count(*) FROM preview_tokens WHERE organization_id = $3::uuid AND expires_at > now()) < $10::int
RETURNING expires_at`,
};

interface Row {
  id: string;
  organization_id: string;
  template_id: string;
  version: number | null;
  origins: string[];
  expires_at: Date;
  used: number;
  used_by_others: number;
  started_s: number;
  now_s: number;
}

/** Reads preview tokens from the database. Nothing is cached: a token that has ended is refused everywhere at once. */
@Injectable()
export class PreviewTokenStore {
  constructor(private readonly statements: StatementPool) {}

  /** Stores a token; returns its end. @throws AppError RATE_LIMIT_EXCEEDED while the organization has too many */
  async add({ id, hash, orgId, maker, templateId, version, origins, lifeS }: NewPreviewToken): Promise<Date> {
    const [keyId, userId] = 'keyId' in maker ? [maker.keyId, null] : [null, maker.userId];
    const values = [id, hash, orgId, keyId, userId, templateId, version, [...origins], lifeS, MAX_LIVE_TOKENS];
    const [row] = await this.statements.run<{ expires_at: Date }>(ADD_TOKEN, values);
    if (!row) throw tooManyTokens();
    return row.expires_at;
  }

  /** @throws the database's error; the request may have been counted anyway */
  async find(hash: Buffer): Promise<FoundToken | undefined> {
    const [row] = await this.statements.run<Row>(ADMIT_TOKEN, [hash]);
    if (!row) return undefined;
    const { id: tokenId, template_id: templateId, version, origins, expires_at: expiresAt } = row;
    return {
      caller: {
        orgId: row.organization_id,
        role: 'viewer',
        credential: { kind: 'preview', tokenId, templateId, version, origins, expiresAt },
        rateLimit: null,
      },
      usage: { used: row.used, startedS: row.started_s, nowS: row.now_s },
      orgUsage: { used: row.used + row.used_by_others, startedS: row.started_s, nowS: row.now_s },
    };
  }
}

function tooManyTokens(): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many preview tokens',
    details: `The organization has ${MAX_LIVE_TOKENS} preview tokens that have not ended`,
    retryAfterS: RETRY_AFTER_S,
  });
}
