import type { EntityManager } from '@mikro-orm/postgresql';

/** PostgreSQL's time: signs of life are written and judged on its clock, because those of replicas may differ by minutes. */
export async function databaseTime(em: EntityManager): Promise<Date> {
  const [row] = await em.execute<{ ms: string }[]>(`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`);
  return new Date(Number(row!.ms));
}
