import { Migration } from '@mikro-orm/migrations';

/** Organizations, their API keys and their running rate windows. */
export class CreateOrganizations extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE organizations (
      id uuid PRIMARY KEY,
      name text NOT NULL CONSTRAINT organizations_name_check CHECK (length(name) BETWEEN 1 AND 200),
      rate_limit int CONSTRAINT organizations_rate_limit_check CHECK (rate_limit > 0),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
    this.addSql(`CREATE TABLE api_keys (
      id uuid PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organizations (id),
      hash bytea NOT NULL CONSTRAINT api_keys_hash_check CHECK (length(hash) = 32),
      display text NOT NULL,
      kind text NOT NULL CONSTRAINT api_keys_kind_check CHECK (kind IN ('read', 'read_write')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      last_used_at timestamptz(3),
      CONSTRAINT api_keys_hash_unique UNIQUE (hash)
    )`);
    this.addSql(`CREATE INDEX api_keys_by_organization ON api_keys (organization_id)`);
    // Counters of one minute: losing them with a crash costs one window, writing them durably would cost every request.
    this.addSql(`CREATE UNLOGGED TABLE rate_windows (
      organization_id uuid PRIMARY KEY,
      started_at timestamptz NOT NULL,
      used int NOT NULL
    ) WITH (fillfactor = 50)`);
  }

  override down(): void {
    this.addSql('DROP TABLE rate_windows, api_keys, organizations');
  }
}
