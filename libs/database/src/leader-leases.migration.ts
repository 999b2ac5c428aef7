import { Migration } from '@mikro-orm/migrations';

/** Part of every service's schema. */
export class CreateLeaderLeases extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE leader_leases (
      name text PRIMARY KEY,
      holder uuid NOT NULL,
      backend_pid int NOT NULL,
      expires_at timestamptz NOT NULL
    )`);
    // A row that is written every other second: its versions stay on their page, and the page has room for them.
    this.addSql(`ALTER TABLE leader_leases SET (fillfactor = 20, autovacuum_vacuum_threshold = 1000)`);
  }

  override down(): void {
    this.addSql(`DROP TABLE leader_leases`);
  }
}
