import { Migration } from '@mikro-orm/migrations';

/** A segment whose attempt failed is not dispatched again at once: what it failed by may be away for seconds. */
export class PauseAttempts extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE segments ADD COLUMN not_before timestamptz(3) NULL`);
  }

  override down(): void {
    this.addSql(`ALTER TABLE segments DROP COLUMN not_before`);
  }
}
