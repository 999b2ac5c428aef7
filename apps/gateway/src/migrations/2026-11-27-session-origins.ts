import { Migration } from '@mikro-orm/migrations';

/** Adds the browser and the address from which a session began, by which its user recognizes it. */
export class AddSessionOrigins extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE sessions
      ADD COLUMN user_agent text NULL CONSTRAINT sessions_user_agent_check CHECK (length(user_agent) <= 300),
      ADD COLUMN address text NULL CONSTRAINT sessions_address_check CHECK (length(address) <= 64)`);
  }

  override down(): void {
    this.addSql('ALTER TABLE sessions DROP COLUMN user_agent, DROP COLUMN address');
  }
}
