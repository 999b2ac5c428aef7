import { Migration } from '@mikro-orm/migrations';

/** Settings with which a queue table is vacuumed early, because its indexes would fill with dead entries. */
const VACUUMED_EARLY = `autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.01`;

/** Endpoints, events, their deliveries with every attempt, and recoveries. */
export class CreateSchema extends Migration {
  override up(): void {
    this.createEndpoints();
    this.createEvents();
    this.createDeliveries();
    this.indexDeliveries();
    this.nameSubjects();
    this.createAttempts();
    this.countDeliveries();
    this.createRecoveries();
  }

  private createEndpoints(): void {
    this.addSql(`CREATE TABLE endpoints (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      url text NOT NULL,
      events text[] NOT NULL,
      enabled boolean NOT NULL,
      disabled_reason text,
      sealed_secret bytea NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      removed_at timestamptz(3),
      cancel_before timestamptz(3)
    )`);
    this.addSql('CREATE INDEX endpoints_by_org ON endpoints (org_id, created_at, id)');
    this.addSql('CREATE INDEX endpoints_removed ON endpoints (removed_at) WHERE removed_at IS NOT NULL');
    this.addSql('CREATE INDEX endpoints_canceling ON endpoints (cancel_before) WHERE cancel_before IS NOT NULL');
    // Secrets that were replaced and still sign for a day.
    this.addSql(`CREATE TABLE retired_secrets (
      id uuid PRIMARY KEY,
      endpoint_id uuid NOT NULL,
      sealed_secret bytea NOT NULL,
      retired_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT retired_secrets_endpoint_id_foreign FOREIGN KEY (endpoint_id) REFERENCES endpoints (id) ON DELETE CASCADE
    )`);
    this.addSql('CREATE INDEX retired_secrets_by_endpoint ON retired_secrets (endpoint_id, retired_at)');
  }

  private createEvents(): void {
    this.addSql(`CREATE TABLE events (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      video_id uuid NOT NULL,
      sequence int NOT NULL,
      type text NOT NULL,
      body bytea,
      occurred_at timestamptz(3) NOT NULL,
      test boolean NOT NULL DEFAULT false,
      trace_headers jsonb NOT NULL DEFAULT '{}',
      subject_id uuid NOT NULL
    ) WITH (${VACUUMED_EARLY})`);
    // The second guard against recording one step twice, behind the inbox.
    this.addSql('CREATE UNIQUE INDEX events_of_subject ON events (subject_id, sequence)');
    this.addSql('CREATE UNIQUE INDEX events_once ON events (video_id, sequence)');
    this.addSql('CREATE INDEX events_by_age ON events (occurred_at)');
    this.addSql('CREATE INDEX events_by_org ON events (org_id, occurred_at, id)');
  }

  private createDeliveries(): void {
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
      finished_at timestamptz(3),
      ready boolean NOT NULL DEFAULT true,
      step int NOT NULL DEFAULT 0,
      succeeded_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      asked_at timestamptz(3),
      subject_id uuid NOT NULL,
      CONSTRAINT deliveries_event_id_foreign FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE CASCADE,
      CONSTRAINT deliveries_endpoint_id_foreign FOREIGN KEY (endpoint_id) REFERENCES endpoints (id) ON DELETE CASCADE
    ) WITH (${VACUUMED_EARLY})`);
  }

  private indexDeliveries(): void {
    this.addSql('CREATE UNIQUE INDEX deliveries_once ON deliveries (event_id, endpoint_id)');
    // The deliveries that may be attempted now have an index of their own, by endpoint, so that a claim never reads the
    // backlog of an endpoint that has its share already.
    this.addSql(`CREATE INDEX deliveries_ready ON deliveries (endpoint_id, next_attempt_at, sequence)
      WHERE state = 'pending' AND ready`);
    this.addSql(
      `CREATE INDEX deliveries_waiting ON deliveries (next_attempt_at) WHERE state = 'pending' AND NOT ready`,
    );
    this.addSql(
      `CREATE INDEX deliveries_of_subject ON deliveries (endpoint_id, subject_id, sequence) WHERE state = 'pending'`,
    );
    this.addSql(
      `CREATE INDEX deliveries_pending ON deliveries (endpoint_id, video_id, sequence) WHERE state = 'pending'`,
    );
    this.addSql('CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, created_at, id)');
    this.addSql(
      'CREATE INDEX deliveries_succeeded ON deliveries (endpoint_id, succeeded_at) WHERE succeeded_at IS NOT NULL',
    );
    // Failed ones are few among many, and the ones that callers list.
    this.addSql(`CREATE INDEX deliveries_not_arrived ON deliveries (endpoint_id, state, created_at, id)
      WHERE state = ANY (ARRAY['failed'::text, 'canceled'::text])`);
  }

  /**
   * `video_id` is the former name of `subject_id`, which a version beside this one may write and read, so a trigger fills each
   * from the other. A later release drops `video_id` with its two indexes and the trigger.
   */
  private nameSubjects(): void {
    this.addSql(`CREATE FUNCTION name_subject() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.subject_id := coalesce(NEW.subject_id, NEW.video_id);
        NEW.video_id := NEW.subject_id;
        RETURN NEW;
      END $$`);
    for (const table of ['events', 'deliveries']) {
      this.addSql(
        `CREATE TRIGGER ${table}_subject BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION name_subject()`,
      );
    }
  }

  private createAttempts(): void {
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
    ) WITH (${VACUUMED_EARLY})`);
  }

  /**
   * The tables that hold the number of an endpoint's deliveries by state. Triggers write the changes, so that no two
   * deliveries wait for one counter's row, and one replica adds them to the totals.
   */
  private countDeliveries(): void {
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
    this.addSql('CREATE INDEX delivery_changes_by_endpoint ON delivery_changes (endpoint_id)');
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
  }

  /** Recoveries that have not ended: one row a job, with how far it has come. */
  private createRecoveries(): void {
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
    this.addSql('CREATE INDEX recoveries_by_endpoint ON recoveries (endpoint_id)');
    this.addSql('CREATE INDEX recoveries_by_turn ON recoveries (worked_at)');
  }

  override down(): void {
    this
      .addSql(`DROP TABLE recoveries, delivery_changes, delivery_totals, attempts, deliveries, events, retired_secrets,
      endpoints`);
    this.addSql('DROP FUNCTION count_delivery_state, count_deliveries, name_subject');
  }
}
