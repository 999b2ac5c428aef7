import { Migration } from '@mikro-orm/migrations';

/** A claim looks for its organization's work that was begun before, which goes first, without reading all that waits. */
export class IndexReturnedSegments extends Migration {
  override up(): void {
    this.addSql(`CREATE INDEX segments_returned ON segments (org_id, queued_at) WHERE state = 'WAITING' AND epoch > 0`);
  }

  override down(): void {
    this.addSql(`DROP INDEX segments_returned`);
  }
}
