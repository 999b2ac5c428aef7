import { Migration } from '@mikro-orm/migrations';

/** The width and the number of plays that a request may set for a gif. */
export class AddGifOptions extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE videos ADD COLUMN max_width integer NULL, ADD COLUMN loop integer NULL');
  }

  override down(): void {
    this.addSql('ALTER TABLE videos DROP COLUMN max_width, DROP COLUMN loop');
  }
}
