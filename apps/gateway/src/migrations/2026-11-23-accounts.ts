import { Migration } from '@mikro-orm/migrations';

/** Users, the organizations that they belong to, their sessions, and single-use links. */
export class CreateAccounts extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE users (
      id uuid PRIMARY KEY,
      email text NOT NULL CONSTRAINT users_email_check CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)),
      name text NOT NULL CONSTRAINT users_name_check CHECK (length(name) BETWEEN 1 AND 200),
      password_hash text,
      operator boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT users_email_unique UNIQUE (email)
    )`);
    this.addSql(`CREATE TABLE user_identities (
      issuer text NOT NULL,
      subject text NOT NULL CONSTRAINT user_identities_subject_check CHECK (length(subject) BETWEEN 1 AND 255),
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (issuer, subject),
      CONSTRAINT user_identities_one_per_issuer UNIQUE (user_id, issuer)
    )`);
    this.addSql(`CREATE TABLE memberships (
      organization_id uuid NOT NULL REFERENCES organizations (id),
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      role text NOT NULL CONSTRAINT memberships_role_check CHECK (role IN ('viewer', 'editor', 'owner')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      chosen_at timestamptz(3),
      PRIMARY KEY (organization_id, user_id)
    )`);
    this.addSql('CREATE INDEX memberships_by_user ON memberships (user_id)');
    this.addSql(`CREATE TABLE sessions (
      id uuid PRIMARY KEY,
      hash bytea NOT NULL CONSTRAINT sessions_hash_check CHECK (length(hash) = 32),
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      organization_id uuid NOT NULL REFERENCES organizations (id),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_used_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT sessions_hash_unique UNIQUE (hash)
    )`);
    this.addSql('CREATE INDEX sessions_by_user ON sessions (user_id, created_at)');
    this.addSql('CREATE INDEX sessions_by_last_use ON sessions (last_used_at)');
    this.addSql(`CREATE TABLE links (
      id uuid PRIMARY KEY,
      kind text NOT NULL CONSTRAINT links_kind_check CHECK (kind IN ('sign_in', 'invitation', 'password_reset')),
      hash bytea NOT NULL CONSTRAINT links_hash_check CHECK (length(hash) = 32),
      organization_id uuid REFERENCES organizations (id),
      user_id uuid REFERENCES users (id) ON DELETE CASCADE,
      email text,
      role text CONSTRAINT links_role_check CHECK (role IN ('viewer', 'editor', 'owner')),
      created_by uuid REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      used_at timestamptz(3),
      CONSTRAINT links_hash_unique UNIQUE (hash),
      CONSTRAINT links_subject_check CHECK (CASE kind
        WHEN 'sign_in' THEN user_id IS NOT NULL AND organization_id IS NOT NULL
        WHEN 'invitation' THEN email IS NOT NULL AND role IS NOT NULL AND organization_id IS NOT NULL
        ELSE user_id IS NOT NULL END)
    )`);
    this.addSql(
      `CREATE INDEX invitations_by_organization ON links (organization_id, created_at) WHERE kind = 'invitation'`,
    );
    this.addSql(`CREATE INDEX invitations_by_email ON links (email) WHERE kind = 'invitation'`);
    this.addSql('CREATE INDEX links_by_expiry ON links (expires_at)');
    // As rate_windows, by user.
    this.addSql(`CREATE UNLOGGED TABLE session_windows (
      user_id uuid PRIMARY KEY,
      started_at timestamptz NOT NULL,
      used int NOT NULL
    ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
  }

  override down(): void {
    this.addSql('DROP TABLE session_windows, links, sessions, memberships, user_identities, users');
  }
}
