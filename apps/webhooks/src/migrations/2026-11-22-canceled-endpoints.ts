import { Migration } from '@mikro-orm/migrations';

/**
 * What waits for an endpoint that is disabled is dropped in batches: what was made, or asked for by hand, up to
 * `cancel_before`. Until then nothing is sent to the endpoint, be it enabled again.
 */
export class CancelInBatches extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE endpoints ADD COLUMN cancel_before timestamptz(3)`);
    this.addSql(`CREATE INDEX endpoints_canceling ON endpoints (cancel_before) WHERE cancel_before IS NOT NULL`);
    this.addSql(`ALTER TABLE deliveries ADD COLUMN asked_at timestamptz(3)`);
  }

  override down(): void {
    // The version before drops everything when it disables.
    this.addSql(`UPDATE deliveries SET state = CASE WHEN succeeded_at IS NULL THEN 'canceled' ELSE 'succeeded' END,
        finished_at = now() FROM endpoints
      WHERE endpoints.id = endpoint_id AND state = 'pending' AND coalesce(asked_at, deliveries.created_at) <= cancel_before`);
    this.addSql(`ALTER TABLE deliveries DROP COLUMN asked_at`);
    this.addSql(`DROP INDEX endpoints_canceling`);
    this.addSql(`ALTER TABLE endpoints DROP COLUMN cancel_before`);
  }
}
