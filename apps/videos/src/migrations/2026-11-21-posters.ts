import { Migration } from '@mikro-orm/migrations';

/** Where a still of the video lies: the accepted attempt's, then the one callers see. */
export class Posters extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE segments ADD COLUMN poster_key text NULL`);
    this.addSql(`ALTER TABLE videos ADD COLUMN poster_key text NULL`);
  }

  override down(): void {
    this.addSql(`ALTER TABLE segments DROP COLUMN poster_key`);
    this.addSql(`ALTER TABLE videos DROP COLUMN poster_key`);
  }
}
