import { Migration } from '@mikro-orm/migrations';

/** Recoveries that have not ended: one row a job, with how far it has come. */
export class Recoveries extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE recoveries (
      id uuid PRIMARY KEY,
      endpoint_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      reached_at timestamptz(3) NOT NULL,
      reached_event_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
      queued int NOT NULL DEFAULT 0,
      worked_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT recoveries_endpoint_id_foreign FOREIGN KEY (endpoint_id) REFERENCES endpoints (id) ON DELETE CASCADE
    )`);
    this.addSql(`CREATE INDEX recoveries_by_endpoint ON recoveries (endpoint_id)`);
    this.addSql(`CREATE INDEX recoveries_by_turn ON recoveries (worked_at)`);
    this.addSql(`CREATE INDEX events_by_org ON events (org_id, occurred_at, id)`);
  }

  override down(): void {
    this.addSql('DROP INDEX events_by_org');
    this.addSql('DROP TABLE recoveries');
  }
}
