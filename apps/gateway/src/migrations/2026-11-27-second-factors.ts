import { Migration } from '@mikro-orm/migrations';

/** Adds second factors: the key that a user shares with an authenticator, and codes for the day on which it is lost. */
export class AddSecondFactors extends Migration {
  override up(): void {
    // Not confirmed: it is shown to the user, and nothing is asked for it yet. The last accepted step of time is not
    // accepted again. Tries are counted over an hour.
    this.addSql(`CREATE TABLE second_factors (
      user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      secret text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      confirmed_at timestamptz(3) NULL,
      last_step bigint NOT NULL DEFAULT 0,
      tries int NOT NULL DEFAULT 0,
      tries_since timestamptz(3) NOT NULL DEFAULT now()
    )`);
    this.addSql(`CREATE TABLE recovery_codes (
      user_id uuid NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
      hash bytea NOT NULL CONSTRAINT recovery_codes_hash_check CHECK (length(hash) = 32),
      PRIMARY KEY (user_id, hash)
    )`);
  }

  override down(): void {
    this.addSql('DROP TABLE recovery_codes, second_factors');
  }
}
