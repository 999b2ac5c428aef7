import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { AppError, type Page, pageOf, type PageRequest } from '#libs/contracts';
import { originOf, storeEntry } from '../../audit-trail/audit-entry.js';
import { callerOf } from '../../auth/authenticated-caller.js';
import type { SessionCredential } from '../../http/caller/caller.js';
import type { Role } from '../../http/caller/roles.js';
import type { OwnInvitation, Session } from '../users/account-requests.js';
import { sessionOf } from '../sign-in/own-account.service.js';
import { describeSession } from '../sign-in/sessions.js';
import { OPEN_INVITATIONS } from '../users/links.js';
import { addMember } from '../users/users.js';

interface Row {
  id: string;
  organization_id: string;
  organization_name: string;
  role: Role;
  inviter: OwnInvitation['inviter'];
  created_at: string;
  expires_at: string;
}

/** An invitation that has just been accepted or declined. */
interface UsedInvitation {
  organizationId: string;
  role: Role;
}

/** The invitations to a signed-in user, who accepts or declines them. An invitation alone makes no user a member. */
@Injectable()
export class OwnInvitations {
  constructor(private readonly em: EntityManager) {}

  async list(request: Request, { limit = 20, offset = 0 }: PageRequest): Promise<Page<OwnInvitation>> {
    const em = this.em.fork();
    const { userId } = sessionOf(request);
    const rows = await em.execute<Row[]>(
      `SELECT i.*, o.name AS organization_name,
              (SELECT json_build_object('name', name, 'email', email, 'email_proven', email_proven)
                 FROM users WHERE id = i.created_by) AS inviter
         FROM (SELECT l.id, l.organization_id, l.role, l.created_by, l.created_at, l.expires_at ${OPEN_INVITATIONS}
                ORDER BY l.created_at DESC, l.id DESC LIMIT ? OFFSET ?) i
         JOIN organizations o ON o.id = i.organization_id ORDER BY i.created_at DESC, i.id DESC`,
      [userId, limit, offset],
    );
    const [{ total }] = await em.execute<[{ total: number }]>(`SELECT count(*)::int AS total ${OPEN_INVITATIONS}`, [
      userId,
    ]);
    return pageOf(rows.map(toOwnInvitation), total, { limit, offset });
  }

  /** Makes the user a member. A session without an organization acts in this one from now on. */
  async accept(request: Request, id: string): Promise<Session> {
    const credential = sessionOf(request);
    const { userId, sessionId, expiresAt } = credential;
    return this.em.fork().transactional(async (em) => {
      const { organizationId, role } = await this.use(em, request, { id, credential, action: 'joinOrganization' });
      await addMember(em, { organizationId, userId, role });
      await em.execute('UPDATE sessions SET organization_id = ? WHERE id = ? AND organization_id IS NULL', [
        organizationId,
        sessionId,
      ]);
      const actsIn = callerOf(request).orgId ?? organizationId;
      return describeSession(em, { userId, organizationId: actsIn, expiresAt });
    });
  }

  async decline(request: Request, id: string): Promise<void> {
    const credential = sessionOf(request);
    await this.em.fork().transactional((em) => this.use(em, request, { id, credential, action: 'declineInvitation' }));
  }

  /** Accepts or declines an invitation, with an entry in the log of the organization that it comes from. */
  private async use(
    em: EntityManager,
    request: Request,
    given: { id: string; credential: SessionCredential; action: string },
  ): Promise<UsedInvitation> {
    const { id, action } = given;
    const { userId } = given.credential;
    const [used] = await em.execute<UsedInvitation[]>(
      `UPDATE links SET used_at = now() WHERE id IN (SELECT l.id ${OPEN_INVITATIONS} AND l.id = ? FOR UPDATE OF l)
       RETURNING organization_id AS "organizationId", role`,
      [userId, id],
    );
    if (!used) throw new AppError('RESOURCE_NOT_FOUND');
    const actor = { type: 'user', id: userId } as const;
    const entry = { organizationId: used.organizationId, actor, action, target: { type: 'invitations', id } };
    await storeEntry(em, { ...entry, status: action === 'joinOrganization' ? 200 : 204, ...originOf(request) });
    return used;
  }
}

function toOwnInvitation({ organization_id, organization_name, created_at, expires_at, ...row }: Row): OwnInvitation {
  const { id, role, inviter } = row;
  return {
    id,
    organization: { id: organization_id, name: organization_name },
    role,
    inviter,
    created_at: new Date(created_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
  };
}
