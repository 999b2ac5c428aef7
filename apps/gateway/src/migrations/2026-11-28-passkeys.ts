import { Migration } from '@mikro-orm/migrations';

/** Adds passkeys, and the challenges that wait for the answer of an authenticator. */
export class AddPasskeys extends Migration {
  override up(): void {
    // The key is that of the authenticator in COSE. Most authenticators do not count, and report 0.
    this.addSql(`CREATE TABLE passkeys (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      credential_id bytea NOT NULL UNIQUE CONSTRAINT passkeys_credential_id_check CHECK (length(credential_id) <= 1023),
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      is_synced boolean NOT NULL,
      name text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_used_at timestamptz(3) NULL
    )`);
    this.addSql('CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at)');
    // The holder is the session that adds a passkey, or the browser that shows one.
    this.addSql(`CREATE TABLE passkey_challenges (
      hash bytea PRIMARY KEY CONSTRAINT passkey_challenges_hash_check CHECK (length(hash) = 32),
      holder bytea NOT NULL CONSTRAINT passkey_challenges_holder_check CHECK (length(holder) = 32),
      expires_at timestamptz(3) NOT NULL
    )`);
    this.addSql('CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at)');
    // A user with passkeys alone has recovery codes and counted tries too, but no key of an authenticator app.
    this.addSql('ALTER TABLE second_factors ALTER COLUMN secret DROP NOT NULL');
  }

  override down(): void {
    this.addSql('DELETE FROM second_factors WHERE secret IS NULL');
    this.addSql('ALTER TABLE second_factors ALTER COLUMN secret SET NOT NULL');
    this.addSql('DROP TABLE passkey_challenges, passkeys');
  }
}
