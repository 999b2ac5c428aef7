import { Migration } from '@mikro-orm/migrations';

/** Adds what the videos of a key may cost. */
export class AddKeySpending extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE api_keys
      ADD COLUMN daily_credits bigint NULL CONSTRAINT api_keys_daily_credits_check CHECK (daily_credits >= 0),
      ADD COLUMN total_credits bigint NULL CONSTRAINT api_keys_total_credits_check CHECK (total_credits >= 0),
      ADD COLUMN asks_before_spending boolean NOT NULL DEFAULT true`);
  }

  override down(): void {
    this.addSql(`ALTER TABLE api_keys
      DROP COLUMN daily_credits, DROP COLUMN total_credits, DROP COLUMN asks_before_spending`);
  }
}
