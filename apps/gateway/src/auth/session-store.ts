import { Injectable } from '@nestjs/common';
import { type PreparedStatement, StatementPool } from '#libs/database';
import type { Caller } from '../http/caller/caller.js';
import type { Role } from '../http/caller/roles.js';
import type { WindowUsage } from './admission-store.js';

/** Time without a request after which a session ends, s. */
export const SESSION_IDLE_S = 12 * 3_600;
/** Time after which a session ends in any case, s. */
export const SESSION_LIFETIME_S = 7 * 86_400;

/** A session of a member, and the minute of its user. */
export interface FoundSession {
  caller: Caller;
  /** Includes the request. */
  usage: WindowUsage;
}

/** The condition that a session has not ended. @param session the name of the table in the statement */
export function sessionHolds(session: string): string {
  return `${session}.expires_at > clock_timestamp() AND ${session}.last_used_at > clock_timestamp() - make_interval(secs => ${SESSION_IDLE_S})`;
}

/**
 * Finds a session, counts its request for its user and notes its use, at most once a minute. The membership is read
 * with it, so the session of a former member is not found. A session without an organization is found.
 */
const ADMIT_SESSION: PreparedStatement = {
  name: 'admit-session',
  text: `
WITH found AS (
  SELECT s.id, s.user_id, s.organization_id, m.role, u.operator, o.rate_limit, s.expires_at
    FROM sessions s JOIN users u ON u.id = s.user_id
    LEFT JOIN memberships m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
    LEFT JOIN organizations o ON o.id = s.organization_id
   WHERE (s.organization_id IS NULL) = (m.role IS NULL) AND u.disabled_at IS NULL AND s.hash = $1
     AND ${sessionHolds('s')}
), noted AS (
  UPDATE sessions s SET last_used_at = clock_timestamp() FROM found
   WHERE s.id = found.id AND s.last_used_at <= clock_timestamp() - interval '1 minute'
), counted AS (
  INSERT INTO session_windows AS running (user_id, started_at, used)
  SELECT user_id, date_trunc('minute', clock_timestamp()), 1 FROM found
  ON CONFLICT (user_id) DO UPDATE
  SET used = CASE WHEN running.started_at >= excluded.started_at THEN running.used + 1 ELSE 1 END,
      started_at = greatest(running.started_at, excluded.started_at)
  RETURNING used, extract(epoch FROM started_at)::float8 AS started_s,
            extract(epoch FROM clock_timestamp())::float8 AS now_s
)
SELECT id, user_id, organization_id, role, operator, rate_limit, used, started_s, now_s,
       least(expires_at, clock_timestamp() + make_interval(secs => ${SESSION_IDLE_S})) AS ends_at
  FROM found CROSS JOIN counted`,
};

interface Row {
  id: string;
  user_id: string;
  organization_id: string | null;
  role: Role | null;
  operator: boolean;
  rate_limit: number | null;
  ends_at: Date;
  used: number;
  started_s: number;
  now_s: number;
}

/** Reads sessions from the database. Nothing is cached: a session that has ended is refused everywhere at once. */
@Injectable()
export class SessionStore {
  constructor(private readonly statements: StatementPool) {}

  /**
   * @param hash of the session's token
   * @throws the database's error; the request may have been counted anyway
   */
  async find(hash: Buffer): Promise<FoundSession | undefined> {
    const [row] = await this.statements.run<Row>(ADMIT_SESSION, [hash]);
    if (!row) return undefined;
    const { id: sessionId, user_id: userId, operator, ends_at: expiresAt } = row;
    return {
      caller: {
        orgId: row.organization_id,
        role: row.role,
        credential: { kind: 'session', sessionId, userId, operator, expiresAt },
        rateLimit: row.rate_limit,
      },
      usage: { used: row.used, startedS: row.started_s, nowS: row.now_s },
    };
  }
}
