import type { EntityManager } from '@mikro-orm/postgresql';
import { type BalanceOf, type Grant, type ListGrants, type Page, pageOf } from '#libs/contracts';

interface Row {
  id: string;
  amount: string;
  reason: string | null;
  created_at: string;
}

/** A page of an organization's grants, newest first. Grants are never archived. */
export async function listGrants(em: EntityManager, { org_id, ...request }: ListGrants): Promise<Page<Grant>> {
  const { limit = 20, offset = 0 } = request;
  const rows = await em.execute<Row[]>(
    `SELECT id, amount, reason, created_at FROM transfers WHERE org_id = ? AND kind = 'grant'
      ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
    [org_id, limit, offset],
  );
  const [{ total }] = await em.execute<[{ total: number }]>(
    `SELECT count(*)::int AS total FROM transfers WHERE org_id = ? AND kind = 'grant'`,
    [org_id],
  );
  return pageOf(rows.map(toGrant), total, { limit, offset });
}

function toGrant({ id, amount, reason, created_at }: Row): Grant {
  return { id, amount: Number(amount), reason, created_at: new Date(created_at).toISOString() };
}

/** The balances of those organizations that have an account. */
export async function balancesOf(em: EntityManager, orgIds: readonly string[]): Promise<BalanceOf[]> {
  const rows = await em.execute<{ org_id: string; available: string; held: string }[]>(
    'SELECT org_id, available, held FROM accounts WHERE org_id = ANY (?::uuid[])',
    [`{${orgIds.join(',')}}`],
  );
  return rows.map(({ org_id, available, held }) => ({
    org_id,
    available: Number(available),
    held: Number(held),
  }));
}
