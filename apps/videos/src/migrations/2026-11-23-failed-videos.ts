import { Migration } from '@mikro-orm/migrations';

/**
 * The latest failures over all organizations. The index locks writers out while it is built: where there are millions of
 * videos, build it beforehand with CREATE INDEX CONCURRENTLY, under this name.
 */
export class IndexFailedVideos extends Migration {
  override up(): void {
    this.addSql(`CREATE INDEX IF NOT EXISTS videos_failed ON videos (finished_at, id) WHERE status = 'FAILED'`);
  }

  override down(): void {
    this.addSql('DROP INDEX videos_failed');
  }
}
