import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the size of a video, by its name in the template. The default is for videos of templates without sizes, and for those that
 * replicas of the version before accept during an update.
 */
export class AddSizes extends Migration {
  override up(): void {
    this.addSql("ALTER TABLE videos ADD COLUMN size text NOT NULL DEFAULT 'default'");
  }

  override down(): void {
    this.addSql('ALTER TABLE videos DROP COLUMN size');
  }
}
