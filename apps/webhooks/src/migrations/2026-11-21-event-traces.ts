import { Migration } from '@mikro-orm/migrations';

/** The trace that an event's deliveries belong to. */
export class AddEventTraces extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE events ADD trace_headers jsonb NOT NULL DEFAULT '{}'`);
  }

  override down(): void {
    this.addSql('ALTER TABLE events DROP COLUMN trace_headers');
  }
}
