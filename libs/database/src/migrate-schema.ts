import { MikroORM } from '@mikro-orm/postgresql';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig, Logger } from '#libs/runtime';
import { DatabaseConfig } from './database.config.js';
import { migrate, ormOptions, type ServiceDatabase } from './database.module.js';

const LOOK_AGAIN_MS = 1_000;

/**
 * A migration job's whole work. Without arguments it brings the service's schema up to date; with `--wait` it changes
 * nothing and returns once somebody else has, waiting for the database too: a pod's first container.
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
  const orm = await MikroORM.init(ormOptions(database, config));
  try {
    await migrate(orm, config.databaseUrl);
    log.info('schema.migrated', { migrations: database.migrations.length });
  } finally {
    await orm.close();
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
