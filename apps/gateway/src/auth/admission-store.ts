import { Injectable } from '@nestjs/common';
import { type PreparedStatement, StatementPool } from '#libs/database';
import type { Caller, KeyKind } from './caller.js';

/** What the database says to a key, and where its organization stands with the request counted. */
export type StoreAnswer =
  | { outcome: 'unknown' }
  | { outcome: 'refused'; reason: 'revoked' | 'expired' }
  | { outcome: 'counted'; caller: Caller; usage: Usage };

/** An organization's running minute, by the database's clock. */
export interface Usage {
  /** Requests of this minute up to and with this one. */
  used: number;
  /** Unix seconds at which the minute began. */
  startedS: number;
  /** Unix seconds. */
  nowS: number;
}

/**
 * Looks up keys and counts their requests in one statement: one row lock an organization, taken in one order, so that
 * batches of several gateways cannot deadlock. Only accepted keys count. The minute is the database's, read once: gateways
 * whose clocks differ share exactly one window, and a request that waits for the row never moves the window back.
 */
const ADMIT: PreparedStatement = {
  name: 'admit',
  text: `
WITH asked AS (
  SELECT hash, requests FROM unnest($1::bytea[], $2::int[]) AS t (hash, requests)
), known AS (
  SELECT hash, requests, k.id, kind, organization_id, expires_at, rate_limit,
         CASE WHEN revoked_at IS NOT NULL THEN 'revoked'
              WHEN expires_at <= clock_timestamp() THEN 'expired' END AS refusal
    FROM asked JOIN api_keys k USING (hash) JOIN organizations o ON o.id = k.organization_id
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
SELECT hash, id, kind, organization_id, expires_at, rate_limit, refusal, used, started_s, now_s
  FROM known LEFT JOIN counted USING (organization_id)`,
};

interface Row {
  hash: Buffer;
  id: string;
  kind: KeyKind;
  organization_id: string;
  expires_at: Date | null;
  rate_limit: number | null;
  refusal: 'revoked' | 'expired' | null;
  used: number | null;
  started_s: number | null;
  now_s: number | null;
}

interface Waiting {
  hash: Buffer;
  resolve: (answer: StoreAnswer) => void;
  reject: (error: unknown) => void;
}

/** Statements at once; more requests than that wait and go together in the next. */
const MAX_IN_FLIGHT = 2;
const MAX_BATCH = 1_000;

/** Asks the database about keys. Requests that come while it is asked share the next statement. */
@Injectable()
export class AdmissionStore {
  private waiting: Waiting[] = [];
  private inFlight = 0;
  private scheduled = false;

  constructor(private readonly statements: StatementPool) {}

  /** @throws the database's error; then the request may have been counted all the same */
  ask(hash: Buffer): Promise<StoreAnswer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ hash, resolve, reject });
      if (this.scheduled) return;
      this.scheduled = true;
      setImmediate(() => {
        this.scheduled = false;
        this.pump();
      });
    });
  }

  private pump(): void {
    while (this.waiting.length > 0 && this.inFlight < MAX_IN_FLIGHT) {
      this.inFlight += 1;
      void this.carryOut(this.waiting.splice(0, MAX_BATCH)).finally(() => {
        this.inFlight -= 1;
        this.pump();
      });
    }
  }

  private async carryOut(batch: readonly Waiting[]): Promise<void> {
    const byHash = Map.groupBy(batch, ({ hash }) => hash.toString('latin1'));
    const asked = [...byHash.values()];
    try {
      const values = [asked.map(([first]) => first!.hash), asked.map(({ length }) => length)];
      const rows = await this.statements.run<Row>(ADMIT, values);
      answerAll(batch, rows);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

/** The requests of an organization are counted in the order they came. */
function answerAll(batch: readonly Waiting[], rows: readonly Row[]): void {
  const rowOf = new Map(rows.map((row) => [row.hash.toString('latin1'), row]));
  const ofOrganization = new Map<string, number>();
  for (const { hash } of batch) {
    const row = rowOf.get(hash.toString('latin1'));
    if (row?.refusal === null)
      ofOrganization.set(row.organization_id, (ofOrganization.get(row.organization_id) ?? 0) + 1);
  }
  for (const { hash, resolve } of batch) {
    const row = rowOf.get(hash.toString('latin1'));
    const after = (row && ofOrganization.get(row.organization_id)) ?? 1;
    if (row?.refusal === null) ofOrganization.set(row.organization_id, after - 1);
    resolve(answerOf(row, after - 1));
  }
}

/** @param after requests of the same batch and organization that come after this one */
function answerOf(row: Row | undefined, after: number): StoreAnswer {
  if (!row) return { outcome: 'unknown' };
  if (row.refusal !== null) return { outcome: 'refused', reason: row.refusal };
  const { id: keyId, organization_id: orgId, kind, expires_at: expiresAt, rate_limit: rateLimit } = row;
  return {
    outcome: 'counted',
    caller: { orgId, keyId, kind, expiresAt, rateLimit },
    usage: { used: row.used! - after, startedS: row.started_s!, nowS: row.now_s! },
  };
}
