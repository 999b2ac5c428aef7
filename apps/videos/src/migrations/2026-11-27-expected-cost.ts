import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the cost that a video's document lets expect. The default is for videos that replicas of the version before accept
 * during an update.
 */
export class AddExpectedCost extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE videos ADD COLUMN expected_ms int NOT NULL DEFAULT 10000');
  }

  override down(): void {
    this.addSql('ALTER TABLE videos DROP COLUMN expected_ms');
  }
}
