import { Migration } from '@mikro-orm/migrations';

/** A user may be disabled by an operator, and has no session then. */
export class DisableUsers extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE users ADD COLUMN disabled_at timestamptz(3)');
    this.addSql('CREATE INDEX users_by_creation ON users (created_at, id)');
  }

  /** Disabled users may sign in again. */
  override down(): void {
    this.addSql('DROP INDEX users_by_creation');
    this.addSql('ALTER TABLE users DROP COLUMN disabled_at');
  }
}
