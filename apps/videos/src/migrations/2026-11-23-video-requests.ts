import { Migration } from '@mikro-orm/migrations';

/**
 * The request of each video, and the ways to find videos by their template and by the beginning of their metadata. Rows of the
 * version before have no request.
 *
 * The indexes lock writers out while they are built. Where there are millions of videos, build them beforehand with CREATE
 * INDEX CONCURRENTLY, under these names.
 */
export class KeepVideoRequests extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE videos ADD COLUMN IF NOT EXISTS request json NULL`);
    this.addSql(`CREATE INDEX IF NOT EXISTS videos_by_template ON videos (template_id, created_at, id)`);
    // Metadata may be longer than an entry of an index: its beginning is enough.
    this.addSql(`CREATE INDEX IF NOT EXISTS videos_by_metadata
      ON videos (org_id, left(metadata, 128) COLLATE "C", created_at) WHERE metadata IS NOT NULL`);
  }

  override down(): void {
    this.addSql(`DROP INDEX videos_by_metadata, videos_by_template`);
    this.addSql(`ALTER TABLE videos DROP COLUMN request`);
  }
}
