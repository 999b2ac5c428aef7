import { Migration } from '@mikro-orm/migrations';

/**
 * What may be attempted now lies in an index of its own, by endpoint: taking work never walks past the backlog of an
 * endpoint that has its share already. A lease is a delivery that becomes ready again in a minute.
 */
export class ReadyDeliveries extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE deliveries ADD COLUMN ready boolean NOT NULL DEFAULT true`);
    this.addSql(`UPDATE deliveries SET ready = false, next_attempt_at = greatest(next_attempt_at, lease_until)
                  WHERE state = 'pending' AND greatest(next_attempt_at, lease_until) > now()`);
    this.addSql(`ALTER TABLE deliveries DROP COLUMN lease_until`);
    this.addSql(`DROP INDEX deliveries_due, deliveries_untried`);
    this.addSql(
      `CREATE INDEX deliveries_ready ON deliveries (endpoint_id, next_attempt_at, sequence) WHERE state = 'pending' AND ready`,
    );
    this.addSql(
      `CREATE INDEX deliveries_waiting ON deliveries (next_attempt_at) WHERE state = 'pending' AND NOT ready`,
    );
    this.addSql(
      `CREATE INDEX deliveries_pending ON deliveries (endpoint_id, video_id, sequence) WHERE state = 'pending'`,
    );
  }

  override down(): void {
    this.addSql(`DROP INDEX deliveries_ready, deliveries_waiting, deliveries_pending`);
    this.addSql(`ALTER TABLE deliveries ADD COLUMN lease_until timestamptz(3)`);
    this.addSql(
      `UPDATE deliveries SET lease_until = next_attempt_at WHERE state = 'pending' AND lease_token IS NOT NULL`,
    );
    this.addSql(`ALTER TABLE deliveries DROP COLUMN ready`);
    this.addSql(`CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE state = 'pending'`);
    this.addSql(
      `CREATE INDEX deliveries_untried ON deliveries (endpoint_id, video_id, sequence) WHERE state = 'pending' AND attempts = 0`,
    );
  }
}
