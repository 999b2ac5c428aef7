import { MikroORM } from '@mikro-orm/postgresql';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { loadConfig, Logger } from '#libs/runtime';
import { DatabaseConfig } from './database.config.js';
import { migrate, ormOptions, type ServiceDatabase } from './database.module.js';

const LOOK_AGAIN_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** What PostgreSQL answers while it starts, ends or has too many connections (SQLSTATE). */
const ANSWERS_LATER = new Set(['57P03', '57P01', '53300']);

/**
 * A migration job's whole work. Without arguments it waits until the database answers and brings the service's schema up
 * to date; with `--wait` it changes nothing and returns once another process has: a pod's first container. The caller
 * bounds the time, as a job's deadline does.
 */
export async function migrateSchema(database: ServiceDatabase, args = process.argv.slice(2)): Promise<void> {
  const log = new Logger(database.name);
  const config = loadConfig(DatabaseConfig);
  if (args.includes('--wait')) {
    for (let missing = await tryCount(database, config); missing !== 0; missing = await tryCount(database, config)) {
      log.info('schema.awaited', { missing });
      await delay(LOOK_AGAIN_MS);
    }
    return;
  }
  await untilReachable(config.databaseUrl, log);
  const orm = await MikroORM.init(ormOptions(database, config));
  try {
    await migrate(orm, config.databaseUrl);
    log.info('schema.migrated', { migrations: database.migrations.length });
  } finally {
    await orm.close();
  }
}

/** @throws the database's own refusal, of a wrong password for example */
async function untilReachable(connectionString: string, log: Logger): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (error instanceof pg.DatabaseError && !ANSWERS_LATER.has(error.code ?? '')) throw error;
      log.info('database.awaited', { error });
    } finally {
      await client.end().catch(() => undefined);
    }
    await delay(LOOK_AGAIN_MS);
  }
}

/** How many migrations have not been made; a reason where the database cannot say. */
async function tryCount(database: ServiceDatabase, config: DatabaseConfig): Promise<number | string> {
  try {
    const orm = await MikroORM.init(ormOptions(database, config));
    try {
      return (await orm.migrator.getPending()).length;
    } finally {
      await orm.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
