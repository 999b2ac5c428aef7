import { Migration } from '@mikro-orm/migrations';

/** Adds what a change has made of the settings of its object. */
export class AddAuditChanges extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE audit_entries ADD COLUMN changes jsonb NULL');
  }

  override down(): void {
    this.addSql('ALTER TABLE audit_entries DROP COLUMN changes');
  }
}
