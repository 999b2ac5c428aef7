import { Migration } from '@mikro-orm/migrations';

/** Endpoints, the events they were told of, the deliveries of those events and every attempt at them. */
export class CreateWebhooks extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE endpoints (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      url text NOT NULL,
      events text[] NOT NULL,
      enabled boolean NOT NULL,
      disabled_reason text,
      sealed_secret bytea NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
    this.addSql(`CREATE INDEX endpoints_by_org ON endpoints (org_id, created_at, id)`);
    this.addSql(`CREATE TABLE events (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      video_id uuid NOT NULL,
      sequence int NOT NULL,
      type text NOT NULL,
      body bytea,
      occurred_at timestamptz(3) NOT NULL
    )`);
    // The second guard against telling of one step twice, behind the inbox.
    this.addSql(`CREATE UNIQUE INDEX events_once ON events (video_id, sequence)`);
    this.addSql(`CREATE INDEX events_by_age ON events (occurred_at)`);
    this.addSql(`CREATE TABLE deliveries (
      id uuid PRIMARY KEY,
      event_id uuid NOT NULL,
      endpoint_id uuid NOT NULL,
      org_id uuid NOT NULL,
      video_id uuid NOT NULL,
      sequence int NOT NULL,
      state text NOT NULL DEFAULT 'pending'
        CONSTRAINT deliveries_state_check CHECK (state IN ('pending', 'succeeded', 'failed', 'canceled')),
      attempts int NOT NULL DEFAULT 0,
      next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
      lease_token uuid,
      lease_until timestamptz(3),
      finished_at timestamptz(3),
      CONSTRAINT deliveries_event_id_foreign FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE CASCADE,
      CONSTRAINT deliveries_endpoint_id_foreign FOREIGN KEY (endpoint_id) REFERENCES endpoints (id) ON DELETE CASCADE
    )`);
    this.addSql(`CREATE UNIQUE INDEX deliveries_once ON deliveries (event_id, endpoint_id)`);
    this.addSql(`CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE state = 'pending'`);
    this.addSql(
      `CREATE INDEX deliveries_untried ON deliveries (endpoint_id, video_id, sequence) WHERE state = 'pending' AND attempts = 0`,
    );
    this.addSql(`CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, state, finished_at)`);
    // A queue table is vacuumed early, or its indexes fill with dead entries.
    this.addSql(`ALTER TABLE deliveries SET (autovacuum_vacuum_scale_factor = 0.01)`);
    this.addSql(`CREATE TABLE attempts (
      delivery_id uuid NOT NULL,
      number int NOT NULL,
      started_at timestamptz(3) NOT NULL,
      duration_ms int NOT NULL,
      status int,
      failure text,
      response_excerpt bytea NOT NULL,
      PRIMARY KEY (delivery_id, number),
      CONSTRAINT attempts_delivery_id_foreign FOREIGN KEY (delivery_id) REFERENCES deliveries (id) ON DELETE CASCADE
    )`);
  }

  override down(): void {
    this.addSql('DROP TABLE attempts, deliveries, events, endpoints');
  }
}
