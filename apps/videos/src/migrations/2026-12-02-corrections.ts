import { Migration } from '@mikro-orm/migrations';

/** Adds the videos that take the place of failed ones in their batches, and counts them by batch. */
export class AddCorrections extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE videos ADD COLUMN replaces uuid NULL, ADD COLUMN replaced_by uuid NULL');
    this.addSql('ALTER TABLE batches ADD COLUMN corrections int NOT NULL DEFAULT 0');
  }

  override down(): void {
    this.addSql('ALTER TABLE batches DROP COLUMN corrections');
    this.addSql('ALTER TABLE videos DROP COLUMN replaces, DROP COLUMN replaced_by');
  }
}
