import { Migration } from '@mikro-orm/migrations';

/**
 * Adds to the versions of templates the label and the note that people give them, and whose request created them. The creator
 * is not known of earlier versions, nor of those that replicas of the version before store.
 */
export class AddVersionLabels extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE template_versions ADD COLUMN label text NULL, ADD COLUMN note text NULL,
      ADD COLUMN creator_type text NULL, ADD COLUMN creator_id uuid NULL`);
  }

  override down(): void {
    this.addSql(`ALTER TABLE template_versions DROP COLUMN label, DROP COLUMN note,
      DROP COLUMN creator_type, DROP COLUMN creator_id`);
  }
}
