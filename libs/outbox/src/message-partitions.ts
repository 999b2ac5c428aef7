import type { EntityManager } from '@mikro-orm/postgresql';
import { patiently } from '#libs/database';
import { daysAhead, endOfDay, type PartitionDay } from './partition-days.js';

/**
 * Timeout for a table lock, ms: all later statements on the table queue behind a waiting one. The next round tries
 * again.
 */
const LOCK_TIMEOUT = '1s';
const DAYS_AHEAD = 3;
/** Timeout of a statement that scans a whole table, ms. */
const WHOLE_TABLE_MS = 600_000;

/** A table partitioned by day, and its partition column. */
export interface DividedTable {
  name: 'outbox' | 'inbox';
  key: 'id' | 'message_id';
}

/** Days that have a partition, ascending. */
export async function partitionDays(em: EntityManager, { name }: DividedTable): Promise<string[]> {
  const rows = await em.execute<{ day: string }[]>(
    `SELECT right(relname, 8) AS day FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = ?::regclass AND relname <> ? ORDER BY day`,
    [name, `${name}_default`],
  );
  return rows.map(({ day }) => day);
}

/** Coming days that have no partition. */
export async function missingDays(em: EntityManager, table: DividedTable, nowMs: number): Promise<PartitionDay[]> {
  const there = new Set(await partitionDays(em, table));
  return daysAhead(nowMs, DAYS_AHEAD).filter(({ name }) => !there.has(name));
}

/**
 * Creates the partition of a day. PostgreSQL must verify that the DEFAULT partition has no row of that day, and would
 * lock the table for the scan. A constraint that was validated before proves it, while writes continue.
 *
 * @throws the database's error: the lock timed out, or the DEFAULT partition has rows of that day
 */
export async function makeDay(em: EntityManager, { name, key }: DividedTable, day: PartitionDay): Promise<void> {
  try {
    await underLock(
      em,
      `ALTER TABLE ${name}_default ADD CONSTRAINT ${name}_default_excludes
         CHECK (${excludes(key, day)}) NOT VALID`,
    );
    await patiently(em, WHOLE_TABLE_MS, (tx) =>
      tx.execute(`ALTER TABLE ${name}_default VALIDATE CONSTRAINT ${name}_default_excludes`),
    );
    await underLock(
      em,
      `CREATE TABLE ${name}_${day.name} PARTITION OF ${name} FOR VALUES FROM ('${day.from}') TO ('${day.to}')
         WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1)`,
    );
  } finally {
    await readmit(em, { name, key });
  }
}

/**
 * Makes the DEFAULT partition accept every row again. A leader that died in {@link makeDay} leaves a constraint behind,
 * which would refuse the rows of a day without a partition once that day has come.
 */
export async function readmit(em: EntityManager, { name }: DividedTable): Promise<void> {
  const constraint = `${name}_default_excludes`;
  const left = await em.execute(`SELECT 1 FROM pg_constraint WHERE conname = ? AND conrelid = ?::regclass`, [
    constraint,
    `${name}_default`,
  ]);
  if (left.length > 0) await underLock(em, `ALTER TABLE ${name}_default DROP CONSTRAINT IF EXISTS ${constraint}`);
}

/**
 * Drops the partitions of days that ended before `untilMs`, except those with an unpublished message.
 *
 * @returns number of dropped rows, as estimated by PostgreSQL
 */
export async function dropDays(em: EntityManager, table: DividedTable, untilMs: number): Promise<number> {
  let rows = 0;
  for (const day of (await partitionDays(em, table)).filter((each) => endOfDay(each) <= untilMs)) {
    const partition = `${table.name}_${day}`;
    if (await isNeeded(em, table, partition)) continue;
    const [{ estimate }] = await em.execute<[{ estimate: number }]>(
      `SELECT greatest(reltuples, 0) AS estimate FROM pg_class WHERE oid = ?::regclass`,
      [partition],
    );
    await underLock(em, `DROP TABLE ${partition}`);
    rows += estimate;
  }
  return rows;
}

/**
 * The condition that a row does not belong to the day, in a form from which PostgreSQL concludes that it need not scan.
 */
export function excludes(key: DividedTable['key'], { from, to }: PartitionDay): string {
  return `${key} < '${from}' OR ${key} >= '${to}'`;
}

async function isNeeded(em: EntityManager, { name }: DividedTable, partition: string): Promise<boolean> {
  if (name === 'inbox') return false;
  const unpublished = await em.execute(`SELECT 1 FROM ${partition} WHERE published_at IS NULL LIMIT 1`);
  return unpublished.length > 0;
}

async function underLock(em: EntityManager, statement: string): Promise<void> {
  await em.fork().transactional(async (tx) => {
    await tx.execute(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await tx.execute(statement);
  });
}
