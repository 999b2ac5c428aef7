import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '#libs/database';

/**
 * Gives outbox and streams indexes and windows. Waiting messages are found by their stream, so that one stream's
 * backlog delays no other; messages that are published again are found by their order key, and the stream's row records
 * how far that has come.
 */
class GiveStreamsWindows extends Migration {
  override up(): void {
    this.addSql(`CREATE INDEX outbox_waiting ON outbox (stream, position) WHERE published_at IS NULL`);
    this.addSql(`DROP INDEX outbox_unpublished`);
    this.addSql(`CREATE INDEX outbox_order_key ON outbox USING hash (order_key)`);
    this.addSql(
      `ALTER TABLE outbox_stream ADD COLUMN replay_since timestamptz NULL, ADD COLUMN replay_before uuid NULL`,
    );
  }

  override down(): void {
    this.addSql(`ALTER TABLE outbox_stream DROP COLUMN replay_since, DROP COLUMN replay_before`);
    this.addSql(`DROP INDEX outbox_order_key`);
    this.addSql(`CREATE INDEX outbox_default_unpublished ON outbox_default (position) WHERE published_at IS NULL`);
    this.addSql(`CREATE INDEX outbox_unpublished ON outbox (position) WHERE published_at IS NULL`);
    this.addSql(`DROP INDEX outbox_waiting`);
  }
}

/** Goes behind the partitions' migration in the list of every service that has an outbox or an inbox. */
export const outboxWindowsMigration: NamedMigration = { name: '2026-11-22-outbox-windows', class: GiveStreamsWindows };
