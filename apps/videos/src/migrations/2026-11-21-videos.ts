import { Migration } from '@mikro-orm/migrations';

/**
 * Templates and their versions, videos and their segments, idempotency keys, the fair queue's memory. What API.md §4 says
 * can never happen to a video the database refuses.
 */
export class CreateVideos extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE templates (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      latest_version int NOT NULL,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL
    )`);
    this.addSql(`CREATE INDEX templates_by_org ON templates (org_id, created_at, id)`);
    // json, not jsonb: a document comes back with its keys in the order they were sent.
    this.addSql(`CREATE TABLE template_versions (
      template_id uuid NOT NULL,
      version int NOT NULL,
      name text NOT NULL,
      width int NOT NULL,
      height int NOT NULL,
      duration_s double precision NOT NULL,
      document json NOT NULL,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (template_id, version),
      CONSTRAINT template_versions_template_id_foreign FOREIGN KEY (template_id) REFERENCES templates (id) ON DELETE CASCADE
    )`);
    this.addSql(`CREATE TABLE videos (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      status text NOT NULL CONSTRAINT videos_status_check
        CHECK (status IN ('RESERVING', 'RELEASING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED')),
      template_id uuid NOT NULL,
      template_version int NOT NULL,
      format text NOT NULL,
      fps int NOT NULL,
      width int NOT NULL,
      height int NOT NULL,
      frame_count int NOT NULL,
      duration_s double precision NOT NULL,
      credits int NOT NULL,
      document json NOT NULL,
      audio_url text NULL,
      metadata text NULL,
      public_key text NOT NULL,
      progress int NOT NULL DEFAULT 0 CONSTRAINT videos_progress_check CHECK (progress >= 0 AND progress <= 100),
      eta_seconds int NULL,
      file_size bigint NULL,
      error jsonb NULL,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      accepted_at timestamptz(3) NULL,
      started_at timestamptz(3) NULL,
      finished_at timestamptz(3) NULL,
      swept_at timestamptz(3) NULL
    )`);
    this.addSql(`CREATE FUNCTION refuse_backward_step() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.status IN ('COMPLETED', 'FAILED', 'CANCELED') AND NEW.status <> OLD.status THEN
          RAISE EXCEPTION 'video % is % for good', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
        END IF;
        IF NEW.progress < OLD.progress OR NEW.public_key <> OLD.public_key THEN
          RAISE EXCEPTION 'progress of video % never falls, its address never changes', OLD.id
            USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
      END $$`);
    this.addSql(`CREATE TRIGGER videos_go_forward BEFORE UPDATE ON videos
      FOR EACH ROW EXECUTE FUNCTION refuse_backward_step()`);
    this.addSql(`CREATE INDEX videos_by_org ON videos (org_id, created_at, id)`);
    this.addSql(`CREATE INDEX videos_unfinished ON videos (status, created_at)
      WHERE status IN ('RESERVING', 'RELEASING', 'PROCESSING')`);
    this.addSql(
      `CREATE INDEX videos_unswept ON videos (finished_at) WHERE swept_at IS NULL AND finished_at IS NOT NULL`,
    );
    this.addSql(`CREATE TABLE idempotency_keys (
      org_id uuid NOT NULL,
      key text NOT NULL,
      body_sha256 text NOT NULL,
      video_id uuid NOT NULL CONSTRAINT idempotency_keys_by_video UNIQUE,
      answer json NULL,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (org_id, key)
    )`);
    this.addSql(`CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)`);
    this.addSql(`CREATE TABLE segments (
      video_id uuid NOT NULL,
      segment int NOT NULL,
      org_id uuid NOT NULL,
      from_frame int NOT NULL,
      to_frame int NOT NULL,
      state text NOT NULL CONSTRAINT segments_state_check
        CHECK (state IN ('WAITING', 'DISPATCHED', 'LEASED', 'DONE', 'DROPPED')),
      queued_at timestamptz(3) NOT NULL,
      dispatched_at timestamptz(3) NULL,
      encoder text NULL,
      epoch int NOT NULL DEFAULT 0,
      attempts int NOT NULL DEFAULT 0,
      worker text NULL,
      claimed_at timestamptz(3) NULL,
      heartbeat_at timestamptz(3) NULL,
      frames_done int NOT NULL DEFAULT 0,
      output_size bigint NULL,
      PRIMARY KEY (video_id, segment),
      CONSTRAINT segments_video_id_foreign FOREIGN KEY (video_id) REFERENCES videos (id) ON DELETE CASCADE
    )`);
    this.addSql(`CREATE INDEX segments_waiting ON segments (org_id, queued_at) WHERE state = 'WAITING'`);
    this.addSql(`CREATE INDEX segments_active ON segments (state, org_id) WHERE state IN ('DISPATCHED', 'LEASED')`);
    this.addSql(`CREATE TABLE dispatch_turns (org_id uuid PRIMARY KEY, turn bigint NOT NULL)`);
  }

  override down(): void {
    this.addSql('DROP TABLE dispatch_turns, segments, idempotency_keys, videos, template_versions, templates');
    this.addSql('DROP FUNCTION refuse_backward_step');
  }
}
