import { Migration } from '@mikro-orm/migrations';

/**
 * Only a proven address is a user's own; others may be entered by several users. Of the users so far, those who have never
 * entered an address keep the placeholder that the operator gave them; who entered any other address is not known.
 */
export class ProveAddresses extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE users ADD COLUMN email_proven boolean NOT NULL DEFAULT false');
    this.addSql(`UPDATE users SET email_proven = true WHERE email LIKE 'owner@%.invalid'`);
    this.addSql('ALTER TABLE users DROP CONSTRAINT users_email_unique');
    this.addSql('CREATE UNIQUE INDEX users_by_proven_email ON users (email) WHERE email_proven');
    this.addSql('CREATE INDEX users_by_email ON users (email)');
    // What the provider has verified last.
    this.addSql('ALTER TABLE user_identities ADD COLUMN email text');
    // Null for a user who belongs to no organization yet, and may accept an invitation.
    this.addSql('ALTER TABLE sessions ALTER COLUMN organization_id DROP NOT NULL');
  }

  /** Where several users have one address, all but the first get a placeholder. */
  override down(): void {
    this.addSql('DELETE FROM sessions WHERE organization_id IS NULL');
    this.addSql('ALTER TABLE sessions ALTER COLUMN organization_id SET NOT NULL');
    this.addSql('ALTER TABLE user_identities DROP COLUMN email');
    this.addSql('DROP INDEX users_by_email, users_by_proven_email');
    this.addSql(`UPDATE users u SET email = 'user@' || id || '.invalid' WHERE EXISTS (
      SELECT 1 FROM users o WHERE o.email = u.email AND o.id <> u.id
         AND (o.email_proven, u.created_at, u.id) > (u.email_proven, o.created_at, o.id))`);
    this.addSql('ALTER TABLE users ADD CONSTRAINT users_email_unique UNIQUE (email)');
    this.addSql('ALTER TABLE users DROP COLUMN email_proven');
  }
}
