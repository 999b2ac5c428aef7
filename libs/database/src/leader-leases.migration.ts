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
    // A row is written every other second. Free space on its page keeps all of its versions there.
    this.addSql(`ALTER TABLE leader_leases SET (fillfactor = 20, autovacuum_vacuum_threshold = 1000)`);
  }

  override down(): void {
    this.addSql(`DROP TABLE leader_leases`);
  }
}
