import { Migration } from '@mikro-orm/migrations';

/** Adds the name that the changed object had, which stays when the object is gone. */
export class AddAuditTargetNames extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE audit_entries ADD COLUMN target_name text NULL');
    // The last known name of what is deleted.
    this.addSql(`CREATE INDEX audit_entries_by_target ON audit_entries (target_id, created_at)
      WHERE target_name IS NOT NULL`);
  }

  override down(): void {
    this.addSql('DROP INDEX audit_entries_by_target');
    this.addSql('ALTER TABLE audit_entries DROP COLUMN target_name');
  }
}
