import { type DynamicModule, Module } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/core';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { defineConfig, type EntityManager, type Options, PostgreSqlDriver } from '@mikro-orm/postgresql';
import pg from 'pg';
import { Health, loadConfig } from '#libs/runtime';
import { DatabaseConfig } from './database.config.js';
import { releaseLostConnections } from './release-lost-connections.js';
import { LeaderLease } from './leader-lease.entity.js';
import { CreateLeaderLeases } from './leader-leases.migration.js';
import { LeaderLocks } from './leader-locks.js';
import { PoolFarewell } from './pool-farewell.js';
import { PreparedStatements } from './prepared-statements.js';
import { clientWithTimeout, limitedSession, patiently, SESSION_LIMITS, type SessionLimits } from './session-limits.js';
import { StatementPool } from './statement-pool.js';

/** One step of a schema's history. Migrations run in list order; a released migration is never renamed. */
export interface NamedMigration {
  name: string;
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
}

/** A service's tables in PostgreSQL. */
export interface ServiceDatabase {
  /** The service's name, which is its schema's name. */
  name: string;
  entities: NonNullable<Options['entities']>;
  migrations: readonly NamedMigration[];
}

/** Part of every service's schema. */
const LEADER_LEASES: NamedMigration = { name: '2026-11-22-leader-leases', class: CreateLeaderLeases };

const MIGRATED = Symbol('schema is up to date');

/** A service's MikroORM, migrations and leader locks. */
@Module({})
export class DatabaseModule {
  static forService(database: ServiceDatabase): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        MikroOrmModule.forRootAsync({
          driver: PostgreSqlDriver,
          inject: [PoolFarewell],
          useFactory: (farewell: PoolFarewell) => ormOptions(database, loadConfig(DatabaseConfig), { farewell }),
        }),
      ],
      providers: [
        { provide: DatabaseConfig, useFactory: () => loadConfig(DatabaseConfig) },
        LeaderLocks,
        PoolFarewell,
        PreparedStatements,
        StatementPool,
        {
          // A provider, not a hook, so that nothing that uses the database starts before its schema exists.
          provide: MIGRATED,
          inject: [MikroORM, DatabaseConfig, Health],
          useFactory: async (orm: MikroORM, config: DatabaseConfig, health: Health) => {
            if (config.migrateOnStart) await migrate(orm, config.databaseUrl);
            health.addReadiness('database', async (): Promise<true> => {
              await (orm.em as EntityManager).execute('SELECT 1');
              return true;
            });
          },
        },
      ],
      exports: [LeaderLocks, PoolFarewell, PreparedStatements, StatementPool, MIGRATED],
    };
  }
}

/** The ORM's options of a service. Specs and migration jobs use them without the pool's graceful end. */
export function ormOptions(
  database: ServiceDatabase,
  config: DatabaseConfig,
  { limits = SESSION_LIMITS, farewell }: { limits?: SessionLimits; farewell?: PoolFarewell } = {},
): Options {
  return defineConfig({
    clientUrl: config.databaseUrl,
    entities: [LeaderLease, ...database.entities],
    schema: database.name,
    pool: { min: 0, max: config.databasePoolSize },
    driverOptions: {
      application_name: database.name,
      ...limitedSession(limits),
      Client: clientWithTimeout(limits.responseMs),
      onPoolCreated: (pool: pg.Pool) => {
        releaseLostConnections(pool);
        farewell?.watch(pool);
      },
    },
    extensions: [Migrator],
    migrations: {
      migrationsList: [LEADER_LEASES, ...database.migrations].map(({ name, class: step }) => ({
        name,
        class: step,
      })),
      path: `dist/apps/${database.name}/src/migrations`,
      pathTs: `apps/${database.name}/src/migrations`,
      snapshot: false,
      silent: true,
    },
    forceUtcTimezone: true,
    allowGlobalContext: false,
  });
}

/** Timeout of a migration that waits for a table lock: every later statement on the table queues behind it. */
const LOCK_TIMEOUT_MS = 5_000;
/** Timeout of one statement, which may have to rewrite a large table. */
const MIGRATION_STATEMENT_MS = 6 * 3_600_000;

/**
 * Migrates the schema in one transaction. If several processes start together, one migrates and the others wait for it.
 *
 * @throws Error when a statement waits longer than 5 s for a lock; nothing is changed then
 */
export async function migrate(orm: MikroORM, databaseUrl: string): Promise<void> {
  const patient = { ...SESSION_LIMITS, statementMs: MIGRATION_STATEMENT_MS };
  const lock = new pg.Client({ connectionString: databaseUrl, ...limitedSession(patient) });
  lock.on('error', () => undefined); // an unhandled error event would end the process before the migration reports the cause
  await lock.connect();
  try {
    await lock.query(`SELECT pg_advisory_lock(hashtextextended(current_schema() || '.migrations', 0))`);
    await patiently(orm.em as EntityManager, MIGRATION_STATEMENT_MS, async (em) => {
      await em.execute(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await orm.migrator.up({ transaction: em.getTransactionContext<object>() });
    });
  } finally {
    await lock.end();
  }
}
