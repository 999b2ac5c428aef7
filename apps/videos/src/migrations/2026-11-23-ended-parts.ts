import { Migration } from '@mikro-orm/migrations';

/** The sweep finds the ended videos whose parts are not removed. Few videos are cut, so the index is small and soon built. */
export class IndexEndedParts extends Migration {
  override up(): void {
    this.addSql(
      `CREATE INDEX videos_with_parts ON videos (finished_at) WHERE finished_at IS NOT NULL AND cut_places IS NOT NULL`,
    );
  }

  override down(): void {
    this.addSql('DROP INDEX videos_with_parts');
  }
}
