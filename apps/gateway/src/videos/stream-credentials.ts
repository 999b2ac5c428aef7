import { Injectable } from '@nestjs/common';
import { type PreparedStatement, StatementPool } from '#libs/database';
import { Logger } from '#libs/runtime';
import { sessionHolds } from '../auth/session-store.js';
import type { Credential } from '../http/caller/caller.js';
import { VideoStreams, type Watcher } from './video-streams.js';

/** Sessions that have not ended, of users who are members of the organization of the stream. */
const SESSIONS_THAT_HOLD: PreparedStatement = {
  name: 'stream-sessions',
  text: `
SELECT DISTINCT s.id, m.organization_id
  FROM unnest($1::uuid[], $2::uuid[]) AS opened (session_id, organization_id)
  JOIN sessions s ON s.id = opened.session_id
  JOIN users u ON u.id = s.user_id AND u.disabled_at IS NULL
  JOIN memberships m ON m.user_id = s.user_id AND m.organization_id = opened.organization_id
 WHERE ${sessionHolds('s')}`,
};

const KEYS_THAT_HOLD: PreparedStatement = {
  name: 'stream-keys',
  text: `
SELECT id, organization_id FROM api_keys
 WHERE id = ANY($1::uuid[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())`,
};

/** Ends the streams whose credential has ended: a key, a session, a membership. */
@Injectable()
export class StreamCredentials {
  constructor(
    private readonly streams: VideoStreams,
    private readonly statements: StatementPool,
    private readonly log: Logger,
  ) {}

  /**
   * Checks the streams of an organization after a change in it. Without the database all its streams end, and clients
   * that are still allowed reconnect.
   */
  async check(orgId: string): Promise<void> {
    const watchers = this.streams.watchersOf(orgId);
    if (watchers.length === 0) return;
    await this.endThoseOf(watchers).catch((error: unknown) => {
      this.log.warn('video_streams.credentials_unknown', { org_id: orgId, error });
      for (const watcher of watchers) watcher.end();
    });
  }

  /**
   * Checks the streams of all organizations, for credentials that have ended by themselves or whose announcement was
   * lost.
   */
  checkAll(): Promise<void> {
    return this.endThoseOf(this.streams.watchersOf());
  }

  private async endThoseOf(watchers: readonly Watcher[]): Promise<void> {
    if (watchers.length === 0) return;
    const sessions = watchers.filter(({ credential }) => credential.kind === 'session');
    const keys = watchers.filter(({ credential }) => credential.kind === 'key');
    const found = await Promise.all([
      this.statements.run<Row>(SESSIONS_THAT_HOLD, [sessions.map(idOf), sessions.map(({ orgId }) => orgId)]),
      this.statements.run<Row>(KEYS_THAT_HOLD, [keys.map(idOf)]),
    ]);
    const holding = new Set(found.flat().map(({ id, organization_id }) => `${id} ${organization_id}`));
    for (const watcher of watchers) if (!holding.has(`${idOf(watcher)} ${watcher.orgId}`)) watcher.end();
  }
}

interface Row {
  id: string;
  organization_id: string;
}

function idOf({ credential }: { credential: Credential }): string {
  switch (credential.kind) {
    case 'session':
      return credential.sessionId;
    case 'key':
      return credential.keyId;
    case 'preview':
      return credential.tokenId;
  }
}
