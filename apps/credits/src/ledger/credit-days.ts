import type { EntityManager } from '@mikro-orm/postgresql';
import { type CreditDays, daysWithin, type Period } from '#libs/contracts';

/** The account with one row for each day on which its credits changed, both from one snapshot. */
const READ = `
  SELECT day::text, granted::float8, captured::float8, (available + held)::float8 AS now
    FROM accounts LEFT JOIN account_days ON account_days.org_id = accounts.org_id AND day >= ?::date
   WHERE accounts.org_id = ?`;

interface Row {
  /** Null, like the next two, if there is no such day. */
  day: string | null;
  granted: number | null;
  captured: number | null;
  /** Available and held credits now. */
  now: number;
}

/** The credits of an organization by day, the last day first. Balances are computed backward from the present one. */
export async function creditDays(em: EntityManager, orgId: string, { from, to }: Period): Promise<CreditDays> {
  const rows = await em.fork().execute<Row[]>(READ, [from, orgId]);
  const dayOfDate = new Map(rows.map((row) => [row.day, row]));
  const later = rows.filter(({ day }) => day !== null && day > to);
  let balance = later.reduce((sum, row) => sum - changeOn(row), rows[0]?.now ?? 0);
  const data = daysWithin({ from, to }).map((date) => {
    const row = dayOfDate.get(date);
    const day = { date, granted: row?.granted ?? 0, captured: row?.captured ?? 0, balance };
    balance -= changeOn(day);
    return day;
  });
  return { from, to, data };
}

function changeOn({ granted, captured }: Pick<Row, 'granted' | 'captured'>): number {
  return (granted ?? 0) - (captured ?? 0);
}
