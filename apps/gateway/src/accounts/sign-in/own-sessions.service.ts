import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { AppError, type Page, pageOf, type PageRequest } from '#libs/contracts';
import { CredentialEnds, type Ended } from '../../auth/credential-ends.js';
import { SESSION_IDLE_S, sessionHolds } from '../../auth/session-store.js';
import type { OwnSession } from '../users/account-requests.js';
import { sessionOf } from './own-account.service.js';
import { endSessionsOf } from './sessions.js';

interface Row extends Omit<OwnSession, 'organization' | 'created_at' | 'last_used_at' | 'expires_at'> {
  organization_id: string | null;
  organization_name: string | null;
  created_at: string;
  last_used_at: string;
  ends_at: string;
}

const HOLDING = `s.user_id = ? AND ${sessionHolds('s')}`;

/** The sessions of a signed-in user, who ends those in other browsers. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly em: EntityManager,
    private readonly ends: CredentialEnds,
  ) {}

  async list(request: Request, { limit = 20, offset = 0 }: PageRequest): Promise<Page<OwnSession>> {
    const { userId, sessionId } = sessionOf(request);
    const em = this.em.fork();
    const rows = await em.execute<Row[]>(
      `SELECT s.id, s.id = ? AS current, s.organization_id, o.name AS organization_name, user_agent, address,
              s.created_at, last_used_at,
              least(expires_at, last_used_at + make_interval(secs => ${SESSION_IDLE_S})) AS ends_at
         FROM sessions s LEFT JOIN organizations o ON o.id = s.organization_id
        WHERE ${HOLDING} ORDER BY current DESC, last_used_at DESC, s.id LIMIT ? OFFSET ?`,
      [sessionId, userId, limit, offset],
    );
    const [{ total }] = await em.execute<[{ total: number }]>(
      `SELECT count(*)::int AS total FROM sessions s WHERE ${HOLDING}`,
      [userId],
    );
    return pageOf(rows.map(toOwnSession), total, { limit, offset });
  }

  /** @throws AppError RESOURCE_NOT_FOUND for a session of others */
  async remove(request: Request, id: string): Promise<void> {
    const ended = await this.em
      .fork()
      .execute<Ended>('DELETE FROM sessions WHERE id = ? AND user_id = ? RETURNING organization_id', [
        id,
        sessionOf(request).userId,
      ]);
    if (ended.length === 0) throw new AppError('RESOURCE_NOT_FOUND');
    this.ends.announce(ended);
  }

  async removeOthers(request: Request): Promise<void> {
    const { userId, sessionId } = sessionOf(request);
    this.ends.announce(await endSessionsOf(this.em.fork(), userId, sessionId));
  }
}

function toOwnSession({ organization_id, organization_name, ends_at, ...row }: Row): OwnSession {
  return {
    ...row,
    organization: organization_id === null ? null : { id: organization_id, name: organization_name ?? '' },
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: new Date(row.last_used_at).toISOString(),
    expires_at: new Date(ends_at).toISOString(),
  };
}
