export { Batcher } from './batcher.js';
export { DatabaseConfig } from './database.config.js';
export { DatabaseModule, migrate, ormOptions, type NamedMigration, type ServiceDatabase } from './database.module.js';
export { migrateSchema } from './migrate-schema.js';
export { LeaderLock } from './leader-lock.js';
export { LeaderLocks } from './leader-locks.js';
export { PreparedStatements } from './prepared-statements.js';
export { patiently, SESSION_LIMITS, type SessionLimits } from './session-limits.js';
export { StatementPool, type PreparedStatement } from './statement-pool.js';
