import { Migration } from '@mikro-orm/migrations';

/** A draft has the user who saved it last, so that an editor can name them to another one. */
export class AddDraftAuthors extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE template_drafts ADD COLUMN saved_by uuid NULL');
  }

  override down(): void {
    this.addSql('ALTER TABLE template_drafts DROP COLUMN saved_by');
  }
}
