import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { NamedCreator } from '#libs/contracts';

const NAMES = `
  SELECT id, name FROM api_keys WHERE organization_id = ? AND id = ANY (?::uuid[])
  UNION ALL
  SELECT u.id, u.name FROM users u JOIN memberships m ON m.user_id = u.id WHERE m.organization_id = ? AND u.id = ANY (?::uuid[])`;

/** Names of the users and keys that created something. */
@Injectable()
export class Creators {
  constructor(private readonly em: EntityManager) {}

  /** The items with the names of their creators: those of the organization's keys and present members. */
  async named<Created extends { created_by: NamedCreator | null }>(
    organizationId: string,
    items: readonly Created[],
  ): Promise<Created[]> {
    const ids = [...new Set(items.flatMap(({ created_by }) => (created_by ? [created_by.id] : [])))];
    if (ids.length === 0) return [...items];
    const list = `{${ids.join(',')}}`;
    const values = [organizationId, list, organizationId, list];
    const rows = await this.em.fork().execute<{ id: string; name: string | null }[]>(NAMES, values);
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    const name = ({ type, id }: NamedCreator) => ({ type, id, name: names.get(id) ?? null });
    return items.map((item) => Object.assign(item, { created_by: item.created_by && name(item.created_by) }));
  }
}
