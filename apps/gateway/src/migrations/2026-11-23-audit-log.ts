import { Migration } from '@mikro-orm/migrations';

/**
 * Who did what. Entries refer to nothing by a foreign key: they stay when users, keys and what they changed are gone, and
 * keep the name that the actor had.
 */
export class CreateAuditLog extends Migration {
  override up(): void {
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
    this.addSql('DROP TABLE audit_entries');
  }
}
