import { Migration } from '@mikro-orm/migrations';

/** An endpoint is gone for its owner at once; its deliveries go in batches, and then its row. */
export class RemovedEndpoints extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE endpoints ADD COLUMN removed_at timestamptz(3)`);
    this.addSql(`CREATE INDEX endpoints_removed ON endpoints (removed_at) WHERE removed_at IS NOT NULL`);
  }

  override down(): void {
    this.addSql(`DELETE FROM endpoints WHERE removed_at IS NOT NULL`);
    this.addSql(`DROP INDEX endpoints_removed`);
    this.addSql(`ALTER TABLE endpoints DROP COLUMN removed_at`);
  }
}
