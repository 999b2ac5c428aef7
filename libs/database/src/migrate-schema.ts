import { MikroORM } from '@mikro-orm/postgresql';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { loadConfig, Logger } from '#libs/runtime';
import { DatabaseConfig } from './database.config.js';
import { migrate, ormOptions, type ServiceDatabase } from './database.module.js';

const LOOK_AGAIN_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** SQLSTATEs of a PostgreSQL that starts, stops or has too many connections. */
const ANSWERS_LATER = new Set(['57P03', '57P01', '53300']);

/**
 * The work of a migration job. Without arguments it waits for the database and migrates the service's schema. With
 * `--wait` it changes nothing and returns once another process has migrated: for a pod's init container. The caller
 * limits the time, as a job's deadline does.
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

/** @throws the database's error for a refused connection, such as a wrong password */
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

/** Number of pending migrations, or a reason when the database cannot be queried. */
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
