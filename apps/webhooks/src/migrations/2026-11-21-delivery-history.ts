import { Migration } from '@mikro-orm/migrations';

/**
 * What callers see of their deliveries and may ask for: the list, newest first; tests; and attempts by hand, which do not
 * use up the schedule and forget no success.
 */
export class DeliveryHistory extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE events ADD COLUMN test boolean NOT NULL DEFAULT false`);
    this.addSql(`ALTER TABLE deliveries
      ADD COLUMN step int NOT NULL DEFAULT 0,
      ADD COLUMN succeeded_at timestamptz(3),
      ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now()`);
    this.addSql(`UPDATE deliveries d SET step = d.attempts, created_at = e.occurred_at,
                        succeeded_at = CASE WHEN d.state = 'succeeded' THEN d.finished_at END
                   FROM events e WHERE e.id = d.event_id`);
    this.addSql(`DROP INDEX deliveries_by_endpoint`);
    this.addSql(`CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, created_at, id)`);
    this.addSql(
      `CREATE INDEX deliveries_succeeded ON deliveries (endpoint_id, succeeded_at) WHERE succeeded_at IS NOT NULL`,
    );
  }

  override down(): void {
    this.addSql(`DROP INDEX deliveries_succeeded, deliveries_by_endpoint`);
    this.addSql(`ALTER TABLE deliveries DROP COLUMN step, DROP COLUMN succeeded_at, DROP COLUMN created_at`);
    this.addSql(`CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, state, finished_at)`);
    this.addSql(`ALTER TABLE events DROP COLUMN test`);
  }
}
