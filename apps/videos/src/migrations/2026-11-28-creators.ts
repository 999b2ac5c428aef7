import { Migration } from '@mikro-orm/migrations';

/** Adds whose request created a video. It is not known of earlier videos, nor of those that replicas of the version before accept. */
export class AddCreators extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE videos ADD COLUMN creator_type text NULL, ADD COLUMN creator_id uuid NULL');
    this.addSql(
      'CREATE INDEX videos_by_creator ON videos (org_id, creator_id, created_at, id) WHERE creator_id IS NOT NULL',
    );
  }

  override down(): void {
    this.addSql('ALTER TABLE videos DROP COLUMN creator_type, DROP COLUMN creator_id');
  }
}
