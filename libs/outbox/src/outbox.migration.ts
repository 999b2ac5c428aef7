import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '#libs/database';

class CreateOutbox extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE outbox (
        id uuid PRIMARY KEY,
        position bigserial NOT NULL UNIQUE,
        stream varchar(255) NOT NULL,
        subject varchar(255) NOT NULL,
        order_key varchar(255) NOT NULL,
        payload jsonb NOT NULL,
        trace_headers jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        published_at timestamptz NULL
      )`);
    // Only waiting messages are looked for. A queue table is vacuumed early, because its index would fill with dead
    // entries.
    this.addSql(`CREATE INDEX outbox_unpublished ON outbox (position) WHERE published_at IS NULL`);
    this.addSql(`CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL`);
    this.addSql(`ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0.01)`);
    this.addSql(`CREATE TABLE outbox_stream (stream varchar(255) PRIMARY KEY, created_at timestamptz NOT NULL)`);
    this.addSql(`
      CREATE TABLE inbox (
        consumer varchar(255) NOT NULL,
        message_id varchar(255) NOT NULL,
        received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (consumer, message_id)
      )`);
    this.addSql(`CREATE INDEX inbox_received_at ON inbox (received_at)`);
  }

  override down(): void {
    this.addSql(`DROP TABLE inbox, outbox_stream, outbox`);
  }
}

/** Goes first in the migration list of every service that has an outbox or an inbox. */
export const outboxMigration: NamedMigration = { name: 'outbox', class: CreateOutbox };
