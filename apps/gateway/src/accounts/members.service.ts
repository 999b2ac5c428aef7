import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppError, type Page, pageOf, type PageRequest } from '#libs/contracts';
import { CredentialEnds } from '../auth/credential-ends.js';
import type { Role } from '../http/caller/roles.js';
import { oneFault } from './users/account-faults.js';
import type { Member } from './users/account-requests.js';

type Row = Omit<Member, 'created_at'> & { created_at: string };

const SELECT_MEMBERS = `SELECT u.id, u.email, u.email_proven, u.name, m.role, m.created_at
  FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = ?`;

/** The members of an organization, as its owners manage them. */
@Injectable()
export class Members {
  constructor(
    private readonly em: EntityManager,
    private readonly ends: CredentialEnds,
  ) {}

  async list(orgId: string, { limit = 20, offset = 0 }: PageRequest): Promise<Page<Member>> {
    const em = this.em.fork();
    const rows = await em.execute<Row[]>(`${SELECT_MEMBERS} ORDER BY m.created_at DESC, u.id DESC LIMIT ? OFFSET ?`, [
      orgId,
      limit,
      offset,
    ]);
    const [{ total }] = await em.execute<[{ total: number }]>(
      'SELECT count(*)::int AS total FROM memberships WHERE organization_id = ?',
      [orgId],
    );
    return pageOf(rows.map(toMember), total, { limit, offset });
  }

  /** The first members: owners, then the others, each by the time since when they are members. */
  async first(orgId: string, most: number): Promise<Member[]> {
    const rows = await this.em
      .fork()
      .execute<Row[]>(`${SELECT_MEMBERS} ORDER BY m.role <> 'owner', m.created_at, u.id LIMIT ?`, [orgId, most]);
    return rows.map(toMember);
  }

  /** Changes a member's role, which applies to the member's sessions at once. */
  async changeRole(orgId: string, userId: string, role: Role): Promise<Member> {
    return this.em.fork().transactional(async (em) => {
      const member = await lockMember(em, orgId, userId);
      if (member.role === 'owner' && role !== 'owner') await requireAnotherOwner(em, orgId, 'role');
      await em.execute('UPDATE memberships SET role = ? WHERE organization_id = ? AND user_id = ?', [
        role,
        orgId,
        userId,
      ]);
      return toMember({ ...member, role });
    });
  }

  /** Removes a member and ends the member's sessions in the organization at once. */
  async remove(orgId: string, userId: string): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const { role } = await lockMember(em, orgId, userId);
      if (role === 'owner') await requireAnotherOwner(em, orgId, 'id');
      await em.execute('DELETE FROM memberships WHERE organization_id = ? AND user_id = ?', [orgId, userId]);
      await em.execute('DELETE FROM sessions WHERE organization_id = ? AND user_id = ?', [orgId, userId]);
    });
    this.ends.announce([{ organization_id: orgId }]);
  }
}

/**
 * Locks the members of an organization, so that of two owners who remove each other only one succeeds.
 *
 * @throws AppError RESOURCE_NOT_FOUND
 */
async function lockMember(em: EntityManager, orgId: string, userId: string): Promise<Row> {
  await em.execute('SELECT 1 FROM organizations WHERE id = ? FOR NO KEY UPDATE', [orgId]);
  const [member] = await em.execute<Row[]>(`${SELECT_MEMBERS} AND m.user_id = ?`, [orgId, userId]);
  if (!member) throw new AppError('RESOURCE_NOT_FOUND');
  return member;
}

async function requireAnotherOwner(em: EntityManager, orgId: string, field: string): Promise<void> {
  const [{ owners }] = await em.execute<[{ owners: number }]>(
    `SELECT count(*)::int AS owners FROM memberships WHERE organization_id = ? AND role = 'owner'`,
    [orgId],
  );
  if (owners < 2) throw oneFault(field, 'INVALID_VALUE', 'the organization must keep an owner');
}

function toMember({ created_at, ...member }: Row): Member {
  return { ...member, created_at: new Date(created_at).toISOString() };
}
