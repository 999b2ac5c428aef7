import { Migration } from '@mikro-orm/migrations';

/** Adds the cells of the rows of batches, which manifests show. Earlier videos have none. */
export class AddRowCells extends Migration {
  override up(): void {
    // json, not jsonb: values come back with their keys in the order they were sent.
    this.addSql('ALTER TABLE videos ADD COLUMN cells json NULL');
  }

  override down(): void {
    this.addSql('ALTER TABLE videos DROP COLUMN cells');
  }
}
