import { Migration } from '@mikro-orm/migrations';

/**
 * Adds deliveries to addresses that requests name. They belong to one hidden endpoint of their organization, whose secret
 * signs them. Replicas of the version before list it for nobody, because its `org_id` is of no organization, and attempt its
 * deliveries at its own address, which does not resolve: such an attempt counts and is retried.
 */
export class AddCallbacks extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE endpoints ADD COLUMN callbacks_of uuid');
    this.addSql(
      'CREATE UNIQUE INDEX endpoints_of_callbacks ON endpoints (callbacks_of) WHERE callbacks_of IS NOT NULL',
    );
    this.addSql('ALTER TABLE deliveries ADD COLUMN callback_url text, ADD COLUMN callback_lane uuid');
    // A later release drops `deliveries_ready`, by which the version before finds what is ready.
    this.addSql(`CREATE INDEX deliveries_ready_by_lane
      ON deliveries (coalesce(callback_lane, endpoint_id), next_attempt_at, sequence) WHERE state = 'pending' AND ready`);
  }

  override down(): void {
    this.addSql('DROP INDEX deliveries_ready_by_lane');
    this.addSql('DELETE FROM deliveries WHERE callback_url IS NOT NULL');
    this.addSql('ALTER TABLE deliveries DROP COLUMN callback_url, DROP COLUMN callback_lane');
    this.addSql('DELETE FROM endpoints WHERE callbacks_of IS NOT NULL');
    this.addSql('ALTER TABLE endpoints DROP COLUMN callbacks_of');
  }
}
