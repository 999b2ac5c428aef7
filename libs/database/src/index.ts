export { Batcher } from './batcher.js';
export { DatabaseConfig } from './database.config.js';
export {
  DatabaseModule,
  LeaderLocks,
  migrate,
  ormOptions,
  type NamedMigration,
  type ServiceDatabase,
} from './database.module.js';
export { migrateSchema } from './migrate-schema.js';
export { LeaderLock } from './leader-lock.js';
export { PreparedStatements } from './prepared-statements.js';
export { StatementPool, type PreparedStatement } from './statement-pool.js';
