import { Migration } from '@mikro-orm/migrations';

/** Secrets that were rotated away and still sign for a day. */
export class RetiredSecrets extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE retired_secrets (
      id uuid PRIMARY KEY,
      endpoint_id uuid NOT NULL,
      sealed_secret bytea NOT NULL,
      retired_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT retired_secrets_endpoint_id_foreign FOREIGN KEY (endpoint_id) REFERENCES endpoints (id) ON DELETE CASCADE
    )`);
    this.addSql(`CREATE INDEX retired_secrets_by_endpoint ON retired_secrets (endpoint_id, retired_at)`);
  }

  override down(): void {
    this.addSql('DROP TABLE retired_secrets');
  }
}
