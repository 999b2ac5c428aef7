import { type DynamicModule, Module } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/core';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { defineConfig, type EntityManager, type Options, PostgreSqlDriver } from '@mikro-orm/postgresql';
import pg from 'pg';
import { Health, loadConfig } from '#libs/runtime';
import { DatabaseConfig } from './database.config.js';
import { freeLostPlaces } from './free-lost-places.js';
import { LeaderLease } from './leader-lease.entity.js';
import { CreateLeaderLeases } from './leader-leases.migration.js';
import { LeaderLocks } from './leader-locks.js';
import { PoolFarewell } from './pool-farewell.js';
import { PreparedStatements } from './prepared-statements.js';
import { clientThatHangsUp, limitedSession, patiently, SESSION_LIMITS, type SessionLimits } from './session-limits.js';
import { StatementPool } from './statement-pool.js';

/** One step of a schema's history. Migrations run in list order; names never change once released. */
export interface NamedMigration {
  name: string;
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
}

/** What a service keeps in PostgreSQL. */
export interface ServiceDatabase {
  /** The service, and so its schema. */
  name: string;
  entities: NonNullable<Options['entities']>;
  migrations: readonly NamedMigration[];
}

/** Part of every service's schema. */
const LEADER_LEASES: NamedMigration = { name: '2026-11-22-leader-leases', class: CreateLeaderLeases };

const MIGRATED = Symbol('schema is up to date');

/** A service's MikroORM, its migrations and its leader locks. */
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
          // A provider, not a hook: nothing that asks for the database is started before its schema is there.
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

/** The ORM's options for a service; also what a spec or a migration job opens, which end without a farewell. */
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
      Client: clientThatHangsUp(limits.answerMs),
      onPoolCreated: (pool: pg.Pool) => {
        freeLostPlaces(pool);
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

/** Behind a migration that waits for a table, everything waits that comes later and wants it too. */
const LOCK_TIMEOUT_MS = 5_000;
/** For one statement, which may have to write a large table anew. */
const MIGRATION_STATEMENT_MS = 6 * 3_600_000;

/**
 * Brings the schema up to date, in one transaction. Of several processes that start together one migrates and the others
 * wait for it.
 * @throws Error, with nothing changed, when a statement waits longer than 5 s for a lock
 */
export async function migrate(orm: MikroORM, databaseUrl: string): Promise<void> {
  const patient = { ...SESSION_LIMITS, statementMs: MIGRATION_STATEMENT_MS };
  const lock = new pg.Client({ connectionString: databaseUrl, ...limitedSession(patient) });
  lock.on('error', () => undefined); // without it a lost connection would end the process before the migration says why
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
