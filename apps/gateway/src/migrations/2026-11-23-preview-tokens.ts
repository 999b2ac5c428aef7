import { Migration } from '@mikro-orm/migrations';

/** Tokens that show one template, with the minute of their requests. They end with the key or the membership of who made them. */
export class CreatePreviewTokens extends Migration {
  override up(): void {
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
  }

  override down(): void {
    this.addSql('DROP TABLE preview_tokens');
  }
}
