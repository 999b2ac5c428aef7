import { Migration } from '@mikro-orm/migrations';

/** What the holder of a segment called its claim, so that the same claim can be answered again. */
export class RepeatableClaims extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE segments ADD COLUMN claim_id text NULL`);
  }

  override down(): void {
    this.addSql(`ALTER TABLE segments DROP COLUMN claim_id`);
  }
}
