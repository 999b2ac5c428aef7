import { Migration } from '@mikro-orm/migrations';

/** Organizations with their keys, users and media, and what watches over them: rates, maintenance, the audit log. */
export class CreateSchema extends Migration {
  override up(): void {
    this.createOrganizations();
    this.createUsers();
    this.createSessions();
    this.createSignIns();
    this.createLinks();
    this.createPreviewTokens();
    this.createMedia();
    this.createMaintenance();
    this.createAuditLog();
  }

  private createOrganizations(): void {
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
      name text CONSTRAINT api_keys_name_check CHECK (length(name) BETWEEN 1 AND 200),
      CONSTRAINT api_keys_hash_unique UNIQUE (hash)
    )`);
    this.addSql('CREATE INDEX api_keys_by_organization ON api_keys (organization_id)');
    // Counters of one minute: a crash that loses them costs one window, but durable writes would cost every request.
    // Each organization has one row, which every batch of its requests changes, so the table is vacuumed after a number
    // of changes and not after a share of its rows.
    this.addSql(`CREATE UNLOGGED TABLE rate_windows (
      organization_id uuid PRIMARY KEY,
      started_at timestamptz NOT NULL,
      used int NOT NULL
    ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
  }

  private createUsers(): void {
    this.addSql(`CREATE TABLE users (
      id uuid PRIMARY KEY,
      email text NOT NULL CONSTRAINT users_email_check CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)),
      name text NOT NULL CONSTRAINT users_name_check CHECK (length(name) BETWEEN 1 AND 200),
      password_hash text,
      operator boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      email_proven boolean NOT NULL DEFAULT false,
      disabled_at timestamptz(3)
    )`);
    // Only a proven address belongs to one user; an unproven one may be entered by several.
    this.addSql('CREATE UNIQUE INDEX users_by_proven_email ON users (email) WHERE email_proven');
    this.addSql('CREATE INDEX users_by_email ON users (email)');
    this.addSql('CREATE INDEX users_by_creation ON users (created_at, id)');
    // `email` is the address that the provider verified last.
    this.addSql(`CREATE TABLE user_identities (
      issuer text NOT NULL,
      subject text NOT NULL CONSTRAINT user_identities_subject_check CHECK (length(subject) BETWEEN 1 AND 255),
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      email text,
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
  }

  private createSessions(): void {
    // The organization is null for a user who belongs to none yet, and may accept an invitation.
    this.addSql(`CREATE TABLE sessions (
      id uuid PRIMARY KEY,
      hash bytea NOT NULL CONSTRAINT sessions_hash_check CHECK (length(hash) = 32),
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      organization_id uuid REFERENCES organizations (id),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_used_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT sessions_hash_unique UNIQUE (hash)
    )`);
    this.addSql('CREATE INDEX sessions_by_user ON sessions (user_id, created_at)');
    this.addSql('CREATE INDEX sessions_by_last_use ON sessions (last_used_at)');
    // As rate_windows, by user.
    this.addSql(`CREATE UNLOGGED TABLE session_windows (
      user_id uuid PRIMARY KEY,
      started_at timestamptz NOT NULL,
      used int NOT NULL
    ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
  }

  private createSignIns(): void {
    // Attempts to sign in at the OpenID provider, between the way there and the way back.
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
    // Browsers with which users have signed in.
    this.addSql(`CREATE TABLE known_devices (
      hash bytea CONSTRAINT known_devices_hash_check CHECK (length(hash) = 32),
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      used_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (hash, user_id)
    )`);
    this.addSql('CREATE INDEX known_devices_by_user ON known_devices (user_id, used_at)');
    this.addSql('CREATE INDEX known_devices_by_use ON known_devices (used_at)');
  }

  /** Links that are used once: to sign in, to accept an invitation, to set a password. */
  private createLinks(): void {
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
  }

  /** Tokens that show one template, with the minute of their requests. They end with the key or the membership of who made them. */
  private createPreviewTokens(): void {
    this.addSql(`CREATE TABLE preview_tokens (
      id uuid PRIMARY KEY,
      hash bytea NOT NULL CONSTRAINT preview_tokens_hash_check CHECK (length(hash) = 32),
      organization_id uuid NOT NULL REFERENCES organizations (id),
      key_id uuid REFERENCES api_keys (id) ON DELETE CASCADE,
      user_id uuid REFERENCES users (id) ON DELETE CASCADE,
      template_id uuid NOT NULL,
      version int,
      origins text[] NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      minute timestamptz NOT NULL DEFAULT now(),
      used int NOT NULL DEFAULT 0,
      CONSTRAINT preview_tokens_hash_unique UNIQUE (hash),
      CONSTRAINT preview_tokens_maker_check CHECK ((key_id IS NULL) <> (user_id IS NULL))
    ) WITH (fillfactor = 70)`);
    this.addSql('CREATE INDEX preview_tokens_by_expiry ON preview_tokens (expires_at)');
    this.addSql('CREATE INDEX preview_tokens_by_key ON preview_tokens (key_id) WHERE key_id IS NOT NULL');
    this.addSql('CREATE INDEX preview_tokens_by_user ON preview_tokens (user_id) WHERE user_id IS NOT NULL');
    // The tokens of an organization share a number and a window.
    this.addSql('CREATE INDEX preview_tokens_by_organization ON preview_tokens (organization_id, expires_at)');
  }

  private createMedia(): void {
    // A row is inserted before its file is stored, so that no file is without one, and counts in the organization's
    // numbers from then on.
    this.addSql(`CREATE TABLE media (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      name text NOT NULL,
      kind text NOT NULL CONSTRAINT media_kind_check CHECK (kind IN ('image', 'video', 'audio', 'font')),
      storage_key text NOT NULL CONSTRAINT media_storage_key_unique UNIQUE,
      bytes bigint NOT NULL CONSTRAINT media_bytes_check CHECK (bytes >= 0),
      stored_at timestamptz(3) NULL,
      created_at timestamptz(3) NOT NULL
    )`);
    this.addSql('CREATE INDEX media_by_org ON media (org_id, created_at, id) WHERE stored_at IS NOT NULL');
    this.addSql('CREATE INDEX media_unstored ON media (created_at) WHERE stored_at IS NULL');
    this.addSql(`CREATE TABLE media_usage (
      org_id uuid PRIMARY KEY,
      files int NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0,
      max_files int NULL,
      max_bytes bigint NULL
    )`);
    // The database counts, so that no statement can forget to.
    this.addSql(`CREATE FUNCTION count_media() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO media_usage AS held (org_id, files, bytes) VALUES (NEW.org_id, 1, NEW.bytes)
            ON CONFLICT (org_id) DO UPDATE SET files = held.files + 1, bytes = held.bytes + NEW.bytes;
        ELSIF TG_OP = 'UPDATE' THEN
          UPDATE media_usage SET bytes = bytes + NEW.bytes - OLD.bytes WHERE org_id = NEW.org_id;
        ELSE
          UPDATE media_usage SET files = files - 1, bytes = bytes - OLD.bytes WHERE org_id = OLD.org_id;
        END IF;
        RETURN NULL;
      END $$`);
    this.addSql(`CREATE TRIGGER media_count AFTER INSERT OR DELETE OR UPDATE OF bytes ON media
      FOR EACH ROW EXECUTE FUNCTION count_media()`);
  }

  /** The maintenance switch: one row while it is on, none while it is off. */
  private createMaintenance(): void {
    this.addSql(`CREATE TABLE maintenance (
      singleton boolean PRIMARY KEY DEFAULT true CONSTRAINT maintenance_singleton_check CHECK (singleton),
      retry_after_s int NOT NULL CONSTRAINT maintenance_retry_after_check CHECK (retry_after_s > 0),
      since timestamptz(3) NOT NULL DEFAULT now(),
      scope text NOT NULL DEFAULT 'api' CONSTRAINT maintenance_scope_check CHECK (scope IN ('api', 'new_videos')),
      message text NULL CONSTRAINT maintenance_message_check CHECK (length(message) BETWEEN 1 AND 500)
    )`);
  }

  /**
   * Who did what. Entries refer to nothing by a foreign key: they stay when users, keys and what they changed are gone, and
   * keep the name that the actor had.
   */
  private createAuditLog(): void {
    this.addSql(`CREATE TABLE audit_entries (
      id uuid PRIMARY KEY,
      organization_id uuid,
      actor_type text NOT NULL
        CONSTRAINT audit_entries_actor_type_check CHECK (actor_type IN ('user', 'key', 'operator', 'command')),
      actor_id uuid,
      actor_name text,
      action text NOT NULL,
      target_type text NOT NULL,
      target_id text,
      status int,
      request_id text,
      address text,
      created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
    )`);
    this.addSql('CREATE INDEX audit_entries_by_organization ON audit_entries (organization_id, created_at, id)');
    this.addSql('CREATE INDEX audit_entries_by_actor ON audit_entries (organization_id, actor_id, created_at, id)');
    this.addSql('CREATE INDEX audit_entries_by_time ON audit_entries (created_at, id)');
  }

  override down(): void {
    this.addSql(`DROP TABLE audit_entries, maintenance, media_usage, media, preview_tokens, links, known_devices,
      single_sign_on_attempts, session_windows, sessions, memberships, user_identities, users, rate_windows, api_keys,
      organizations`);
    this.addSql('DROP FUNCTION count_media');
  }
}
