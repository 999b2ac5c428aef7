import { Injectable } from '@nestjs/common';
import type { Spender } from '#libs/contracts';
import { Batcher, type PreparedStatement, StatementPool } from '#libs/database';
import type { KeyCaller } from '../http/caller/caller.js';
import { type KeyKind, roleOfKey } from '../http/caller/roles.js';

/** Result of looking up a key. An accepted one is counted: `usage` includes the request. */
export type KeyLookup =
  | { outcome: 'unknown' }
  | { outcome: 'refused'; reason: 'revoked' | 'expired' }
  | { outcome: 'counted'; caller: KeyCaller; usage: WindowUsage };

/** The current minute of an organization, by the database's clock. */
export interface WindowUsage {
  /** Requests of this minute, this one included. */
  used: number;
  /** Unix seconds at which the minute began. */
  startedS: number;
  /** Unix seconds. */
  nowS: number;
}

/**
 * Looks up keys and counts their requests in one statement. It locks one row per organization, in one order, so batches of
 * several gateways cannot deadlock. Only accepted keys are counted. The database's clock decides the minute: gateways with
 * different clocks share one window, and a request that waits for the lock never moves the window back.
 */
const ADMIT: PreparedStatement = {
  name: 'admit',
  text: `
WITH requested AS (
  SELECT hash, requests FROM unnest($1::bytea[], $2::int[]) AS t (hash, requests)
), known AS (
  SELECT hash, requests, k.id, kind, organization_id, expires_at, rate_limit,
         daily_credits::float8, total_credits::float8,
         CASE WHEN revoked_at IS NOT NULL THEN 'revoked'
              WHEN expires_at <= clock_timestamp() THEN 'expired' END AS refusal
    FROM requested JOIN api_keys k USING (hash) JOIN organizations o ON o.id = k.organization_id
), counted AS (
  INSERT INTO rate_windows AS running (organization_id, started_at, used)
  SELECT organization_id, date_trunc('minute', clock_timestamp()), sum(requests)
    FROM known WHERE refusal IS NULL GROUP BY organization_id ORDER BY organization_id
  ON CONFLICT (organization_id) DO UPDATE
  SET used = CASE WHEN running.started_at >= excluded.started_at THEN running.used + excluded.used ELSE excluded.used END,
      started_at = greatest(running.started_at, excluded.started_at)
  RETURNING organization_id, used, extract(epoch FROM started_at)::float8 AS started_s,
            extract(epoch FROM clock_timestamp())::float8 AS now_s
)
SELECT hash, id, kind, organization_id, expires_at, rate_limit, daily_credits, total_credits, refusal, used, started_s, now_s
  FROM known LEFT JOIN counted USING (organization_id)`,
};

interface Row {
  hash: Buffer;
  id: string;
  kind: KeyKind;
  organization_id: string;
  expires_at: Date | null;
  rate_limit: number | null;
  daily_credits: number | null;
  total_credits: number | null;
  refusal: 'revoked' | 'expired' | null;
  used: number | null;
  started_s: number | null;
  now_s: number | null;
}

const MAX_BATCH = 1_000;

/** Reads keys from the database. Requests that come while it is requested share the next statement. */
@Injectable()
export class AdmissionStore {
  private readonly batcher = new Batcher((hashes: readonly Buffer[]) => this.lookUpAll(hashes), MAX_BATCH);

  constructor(private readonly statements: StatementPool) {}

  /** @throws the database's error; the request may have been counted anyway */
  lookUp(hash: Buffer): Promise<KeyLookup> {
    return this.batcher.ask(hash);
  }

  private async lookUpAll(hashes: readonly Buffer[]): Promise<KeyLookup[]> {
    const requested = [...Map.groupBy(hashes, (hash) => hash.toString('latin1')).values()];
    const values = [requested.map(([first]) => first), requested.map(({ length }) => length)];
    return lookupsOf(hashes, await this.statements.run<Row>(ADMIT, values));
  }
}

/** The results for the keys of one statement. Requests of an organization are counted in their order of arrival. */
function lookupsOf(hashes: readonly Buffer[], rows: readonly Row[]): KeyLookup[] {
  const rowOf = new Map(rows.map((row) => [row.hash.toString('latin1'), row]));
  const after = new Map<string, number>();
  const lookups = hashes.toReversed().map((hash) => {
    const row = rowOf.get(hash.toString('latin1'));
    if (row?.refusal !== null) return lookupOf(row, 0);
    const count = after.get(row.organization_id) ?? 0;
    after.set(row.organization_id, count + 1);
    return lookupOf(row, count);
  });
  return lookups.reverse();
}

/** @param after number of later requests of the same organization in the batch */
function lookupOf(row: Row | undefined, after: number): KeyLookup {
  if (!row) return { outcome: 'unknown' };
  if (row.refusal !== null) return { outcome: 'refused', reason: row.refusal };
  const { id: keyId, organization_id: orgId, kind, expires_at: expiresAt, rate_limit: rateLimit } = row;
  return {
    outcome: 'counted',
    caller: {
      orgId,
      role: roleOfKey(kind),
      credential: { kind: 'key', keyId, expiresAt, spender: spenderOf(row) },
      rateLimit,
    },
    usage: { used: row.used! - after, startedS: row.started_s!, nowS: row.now_s! },
  };
}

/** The limits of the key; null without any. */
function spenderOf({ id, daily_credits, total_credits }: Row): Spender | null {
  if (daily_credits === null && total_credits === null) return null;
  return {
    key_id: id,
    ...(daily_credits !== null && { daily_credits }),
    ...(total_credits !== null && { total_credits }),
  };
}
