import { Migration } from '@mikro-orm/migrations';

/**
 * Adds to the versions of templates the label and the note that people give them, and whose request created them: not known of
 * earlier versions, nor of those that replicas of the version before store. Those join the table with that of videos, so no
 * column may have the name of one there that they do not qualify.
 */
export class AddVersionLabels extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE template_versions ADD COLUMN label text NULL, ADD COLUMN note text NULL,
      ADD COLUMN publisher_type text NULL, ADD COLUMN publisher_id uuid NULL`);
  }

  override down(): void {
    this.addSql(`ALTER TABLE template_versions DROP COLUMN label, DROP COLUMN note,
      DROP COLUMN publisher_type, DROP COLUMN publisher_id`);
  }
}
