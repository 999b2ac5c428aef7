import { Migration } from '@mikro-orm/migrations';

/** What a key is for. Keys that exist have no name. */
export class NameKeys extends Migration {
  override up(): void {
    this.addSql(
      'ALTER TABLE api_keys ADD COLUMN name text CONSTRAINT api_keys_name_check CHECK (length(name) BETWEEN 1 AND 200)',
    );
  }

  override down(): void {
    this.addSql('ALTER TABLE api_keys DROP COLUMN name');
  }
}
