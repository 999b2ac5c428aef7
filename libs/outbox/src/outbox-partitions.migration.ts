import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '#libs/database';

/**
 * Partitions outbox and inbox by day, so that old rows are removed by dropping a table. The partition key is the id,
 * which starts with its time (UUID version 7): a message that is repeated days later is looked up in the same
 * partition, so the primary keys still guarantee uniqueness. The existing tables become the DEFAULT partitions without
 * moving or reading a row. They accept every id without a partition, such as those of the previous release, which may
 * run at the same time. {@link MessageRetention} creates the partitions of coming days.
 */
class PartitionOutbox extends Migration {
  override up(): void {
    for (const index of ['pkey', 'unpublished', 'published']) {
      this.addSql(`ALTER INDEX outbox_${index} RENAME TO outbox_default_${index}`);
    }
    for (const index of ['inbox_pkey', 'inbox_received_at']) {
      this.addSql(`ALTER INDEX ${index} RENAME TO ${index.replace('inbox', 'inbox_default')}`);
    }
    this.addSql(`ALTER TABLE outbox RENAME TO outbox_default`);
    this.addSql(`ALTER TABLE inbox RENAME TO inbox_default`);
    // Unique by its sequence; a constraint over all partitions would have to contain the id.
    this.addSql(`ALTER TABLE outbox_default DROP CONSTRAINT outbox_position_key`);
    this.addSql(`CREATE TABLE outbox (LIKE outbox_default INCLUDING DEFAULTS) PARTITION BY RANGE (id)`);
    this.addSql(`CREATE TABLE inbox (LIKE inbox_default INCLUDING DEFAULTS) PARTITION BY RANGE (message_id)`);
    this.addSql(`ALTER SEQUENCE outbox_position_seq OWNED BY outbox.position`);
    this.addSql(`ALTER TABLE outbox ADD PRIMARY KEY (id)`);
    this.addSql(`ALTER TABLE inbox ADD PRIMARY KEY (consumer, message_id)`);
    this.addSql(`CREATE INDEX outbox_unpublished ON outbox (position) WHERE published_at IS NULL`);
    this.addSql(`ALTER TABLE outbox ATTACH PARTITION outbox_default DEFAULT`);
    this.addSql(`ALTER TABLE inbox ATTACH PARTITION inbox_default DEFAULT`);
    // Thresholds in rows: what is scanned again is small however large the table has grown.
    for (const table of ['outbox_default', 'inbox_default']) {
      this.addSql(`ALTER TABLE ${table} SET (autovacuum_vacuum_scale_factor = 0.01,
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)`);
    }
  }

  /** Back to one table each; rows of the days' partitions are copied. */
  override down(): void {
    for (const table of ['outbox', 'inbox']) {
      this.addSql(`ALTER TABLE ${table} DETACH PARTITION ${table}_default`);
      this.addSql(`INSERT INTO ${table}_default SELECT * FROM ${table}`);
    }
    this.addSql(`ALTER SEQUENCE outbox_position_seq OWNED BY outbox_default.position`);
    this.addSql(`DROP TABLE outbox, inbox`);
    this.addSql(`ALTER TABLE outbox_default ADD CONSTRAINT outbox_position_key UNIQUE (position)`);
    for (const index of ['pkey', 'unpublished', 'published']) {
      this.addSql(`ALTER INDEX outbox_default_${index} RENAME TO outbox_${index}`);
    }
    for (const index of ['inbox_pkey', 'inbox_received_at']) {
      this.addSql(`ALTER INDEX ${index.replace('inbox', 'inbox_default')} RENAME TO ${index}`);
    }
    this.addSql(`ALTER TABLE outbox_default RENAME TO outbox`);
    this.addSql(`ALTER TABLE inbox_default RENAME TO inbox`);
  }
}

/** Goes behind {@link outboxMigration} in the migration list of every service that has an outbox or an inbox. */
export const outboxPartitionsMigration: NamedMigration = {
  name: '2026-11-22-outbox-partitions',
  class: PartitionOutbox,
};
