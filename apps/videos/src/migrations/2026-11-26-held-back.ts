import { Migration } from '@mikro-orm/migrations';

/** An organization whose latest attempt timed out has one slot at once. The version before, beside this one, ignores it. */
export class HoldBackOrganizations extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE dispatch_turns ADD COLUMN held_back boolean NOT NULL DEFAULT false');
  }

  override down(): void {
    this.addSql('ALTER TABLE dispatch_turns DROP COLUMN held_back');
  }
}
