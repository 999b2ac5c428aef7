import { Migration } from '@mikro-orm/migrations';

/** Videos that are drawn small and with a watermark, for nothing. */
export class TestVideos extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE videos ADD COLUMN test boolean NOT NULL DEFAULT false`);
  }

  override down(): void {
    this.addSql(`ALTER TABLE videos DROP COLUMN test`);
  }
}
