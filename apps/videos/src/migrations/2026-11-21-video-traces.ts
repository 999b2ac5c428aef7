import { Migration } from '@mikro-orm/migrations';

/** The trace of the request that a video came with. */
export class AddVideoTraces extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE videos ADD trace_headers jsonb NOT NULL DEFAULT '{}'`);
  }

  override down(): void {
    this.addSql('ALTER TABLE videos DROP COLUMN trace_headers');
  }
}
