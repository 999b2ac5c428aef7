import { Migration } from '@mikro-orm/migrations';

/**
 * How many deliveries an endpoint has, by state, without counting them: triggers write what changes, so that the version
 * before, running beside this one, is counted too, and no two deliveries wait for one counter's row. One replica adds the
 * changes to the totals. Deliveries that are there are counted once, here, while writers wait.
 */
export class CountDeliveries extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE delivery_totals (
      endpoint_id uuid NOT NULL,
      state text NOT NULL,
      deliveries bigint NOT NULL,
      PRIMARY KEY (endpoint_id, state)
    ) WITH (fillfactor = 50)`);
    this.addSql(`CREATE TABLE delivery_changes (
      id bigserial PRIMARY KEY,
      endpoint_id uuid NOT NULL,
      state text NOT NULL,
      deliveries bigint NOT NULL
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
    this.addSql(`CREATE INDEX delivery_changes_by_endpoint ON delivery_changes (endpoint_id)`);
    this.addSql(`CREATE FUNCTION count_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO delivery_changes (endpoint_id, state, deliveries)
        SELECT endpoint_id, state, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM counted GROUP BY 1, 2;
        RETURN NULL;
      END $$`);
    this.addSql(`CREATE FUNCTION count_delivery_state() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO delivery_changes (endpoint_id, state, deliveries)
        VALUES (OLD.endpoint_id, OLD.state, -1), (NEW.endpoint_id, NEW.state, 1);
        RETURN NULL;
      END $$`);
    this.addSql(`CREATE TRIGGER deliveries_count_new AFTER INSERT ON deliveries REFERENCING NEW TABLE AS counted
      FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries()`);
    this.addSql(`CREATE TRIGGER deliveries_count_gone AFTER DELETE ON deliveries REFERENCING OLD TABLE AS counted
      FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries()`);
    this.addSql(`CREATE TRIGGER deliveries_count_moved AFTER UPDATE ON deliveries FOR EACH ROW
      WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION count_delivery_state()`);
    this.addSql(`INSERT INTO delivery_totals SELECT endpoint_id, state, count(*) FROM deliveries GROUP BY 1, 2`);
    // Failed ones are few among many, and are what is asked for.
    this.addSql(`CREATE INDEX IF NOT EXISTS deliveries_not_arrived ON deliveries (endpoint_id, state, created_at, id)
      WHERE state = ANY (ARRAY['failed'::text, 'canceled'::text])`);
    for (const table of ['events', 'attempts']) {
      this.addSql(`ALTER TABLE ${table} SET (autovacuum_vacuum_scale_factor = 0.01,
        autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01)`);
    }
    this.addSql(`ALTER TABLE deliveries SET (autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.01)`);
  }

  override down(): void {
    this.addSql(
      `ALTER TABLE deliveries RESET (autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor)`,
    );
    for (const table of ['events', 'attempts']) {
      this.addSql(`ALTER TABLE ${table} RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor,
        autovacuum_analyze_scale_factor)`);
    }
    this.addSql('DROP INDEX deliveries_not_arrived');
    for (const trigger of ['new', 'gone', 'moved'])
      this.addSql(`DROP TRIGGER deliveries_count_${trigger} ON deliveries`);
    this.addSql('DROP FUNCTION count_deliveries, count_delivery_state');
    this.addSql('DROP TABLE delivery_changes, delivery_totals');
  }
}
