import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppError, type Page, pageOf, type PageRequest } from '#libs/contracts';
import { GatewayConfig } from '../../gateway.config.js';
import type { Role } from '../../http/caller/roles.js';
import { oneFault } from '../users/account-faults.js';
import type { Invitation, InvitationWithUrl } from '../users/account-requests.js';
import { createLink } from '../users/links.js';
import { normalEmail } from '../users/users.js';

/** Most invitations of an organization that may be open at once: neither accepted nor expired. */
const MAX_PENDING = 100;
const PENDING = `kind = 'invitation' AND organization_id = ? AND used_at IS NULL AND expires_at > now()`;

interface Row {
  id: string;
  email: string;
  role: Role;
  created_at: string;
  expires_at: string;
}

/** The invitations of an organization, as its owners manage them. */
@Injectable()
export class Invitations {
  constructor(
    private readonly em: EntityManager,
    private readonly config: GatewayConfig,
  ) {}

  async list(orgId: string, { limit = 20, offset = 0 }: PageRequest): Promise<Page<Invitation>> {
    const em = this.em.fork();
    const rows = await em.execute<Row[]>(
      `SELECT id, email, role, created_at, expires_at FROM links WHERE ${PENDING}
        ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [orgId, limit, offset],
    );
    return pageOf(rows.map(toInvitation), await countPending(em, orgId), { limit, offset });
  }

  /** Creates an invitation. It replaces an earlier one of the same address, so only the last link works. */
  async create(
    orgId: string,
    { email: address, role }: { email: string; role: Role },
    createdBy: string,
  ): Promise<InvitationWithUrl> {
    const email = normalEmail(address);
    return this.em.fork().transactional(async (em) => {
      await em.execute('SELECT 1 FROM organizations WHERE id = ? FOR NO KEY UPDATE', [orgId]);
      const [member] = await em.execute<object[]>(
        'SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id WHERE organization_id = ? AND email = ? AND email_proven',
        [orgId, email],
      );
      if (member) throw oneFault('email', 'INVALID_VALUE', 'email is the address of a member');
      await em.execute(`DELETE FROM links WHERE ${PENDING} AND email = ?`, [orgId, email]);
      if ((await countPending(em, orgId)) >= MAX_PENDING) {
        throw oneFault('email', 'INVALID_VALUE', `the organization has ${MAX_PENDING} invitations that wait`);
      }
      const subject = { kind: 'invitation', organizationId: orgId, email, role, createdBy } as const;
      const { id, url, createdAt, expiresAt } = await createLink(em, subject, this.config.publicBaseUrl);
      return { id, email, role, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString(), url };
    });
  }

  async remove(orgId: string, id: string): Promise<void> {
    const removed = await this.em
      .fork()
      .execute<object[]>(`DELETE FROM links WHERE ${PENDING} AND id = ? RETURNING 1`, [orgId, id]);
    if (removed.length === 0) throw new AppError('RESOURCE_NOT_FOUND');
  }
}

async function countPending(em: EntityManager, orgId: string): Promise<number> {
  const [{ total }] = await em.execute<[{ total: number }]>(
    `SELECT count(*)::int AS total FROM links WHERE ${PENDING}`,
    [orgId],
  );
  return total;
}

function toInvitation({ created_at, expires_at, ...invitation }: Row): Invitation {
  return {
    ...invitation,
    created_at: new Date(created_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
  };
}
