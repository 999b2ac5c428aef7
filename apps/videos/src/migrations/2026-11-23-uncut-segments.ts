import { Migration } from '@mikro-orm/migrations';

/** The dispatcher finds the long videos that are not cut without reading the parts of those that are. */
export class IndexUncutSegments extends Migration {
  override up(): void {
    this.addSql(
      `CREATE INDEX segments_uncut ON segments (queued_at) WHERE state = 'WAITING' AND long AND step = 'video'`,
    );
  }

  override down(): void {
    this.addSql('DROP INDEX segments_uncut');
  }
}
