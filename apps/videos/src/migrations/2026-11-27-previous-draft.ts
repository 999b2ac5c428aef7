import { Migration } from '@mikro-orm/migrations';

/** Keeps the revision of a draft before the newest one, so that the last change can be undone. */
export class AddPreviousDraft extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE template_drafts ADD COLUMN previous json NULL');
  }

  override down(): void {
    this.addSql('ALTER TABLE template_drafts DROP COLUMN previous');
  }
}
