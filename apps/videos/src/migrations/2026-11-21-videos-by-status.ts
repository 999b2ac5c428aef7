import { Migration } from '@mikro-orm/migrations';

/** Lists of an organization's videos are counted and read from an index alone, whether filtered by status or not. */
export class IndexVideosByStatus extends Migration {
  override up(): void {
    this.addSql(`CREATE INDEX videos_by_org_and_status ON videos (org_id, status, created_at, id)`);
  }

  override down(): void {
    this.addSql(`DROP INDEX videos_by_org_and_status`);
  }
}
