import { Migration } from '@mikro-orm/migrations';

/** How often a part of a video that is cut was drawn again, because it did not fit the others. */
export class CountRedraws extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE segments ADD COLUMN redraws int NOT NULL DEFAULT 0`);
  }

  override down(): void {
    this.addSql(`ALTER TABLE segments DROP COLUMN redraws`);
  }
}
