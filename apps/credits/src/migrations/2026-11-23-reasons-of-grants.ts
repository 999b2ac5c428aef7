import { Migration } from '@mikro-orm/migrations';

/** Why credits were granted, and the grants of an organization among its many other transfers. */
export class GiveReasonsOfGrants extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE transfers ADD COLUMN reason text NULL`);
    this.addSql(`CREATE INDEX transfers_grants ON transfers (org_id, created_at DESC, id DESC) WHERE kind = 'grant'`);
  }

  override down(): void {
    this.addSql('DROP INDEX transfers_grants');
    this.addSql('ALTER TABLE transfers DROP COLUMN reason');
  }
}
