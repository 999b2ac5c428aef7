import { Migration } from '@mikro-orm/migrations';

/** Attempts to sign in at the OpenID provider, between the way there and the way back. */
export class CreateSingleSignOnAttempts extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE single_sign_on_attempts (
      hash bytea PRIMARY KEY CONSTRAINT single_sign_on_attempts_hash_check CHECK (length(hash) = 32),
      state text NOT NULL,
      nonce text NOT NULL,
      verifier text NOT NULL,
      page text NOT NULL,
      user_id uuid REFERENCES users (id) ON DELETE CASCADE,
      session_hash bytea,
      expires_at timestamptz(3) NOT NULL
    )`);
    this.addSql('CREATE INDEX single_sign_on_attempts_by_expiry ON single_sign_on_attempts (expires_at)');
  }

  override down(): void {
    this.addSql('DROP TABLE single_sign_on_attempts');
  }
}
