import { Migration } from '@mikro-orm/migrations';

/** Statuses of the videos that callers see: neither those that are being accepted or refused, nor deleted ones. */
const SHOWN = `('PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED')`;

/**
 * Creates the tables of templates, batches, videos with their steps, the queue, and the counts of them. The database
 * refuses changes that are invalid for a video, and keeps the counts by triggers, so that no statement can forget them.
 */
export class CreateSchema extends Migration {
  override up(): void {
    this.createTemplates();
    this.createDrafts();
    this.countTemplates();
    this.countVersionsAndDrafts();
    this.createBatches();
    this.createVideos();
    this.indexVideos();
    this.indexVideosForSweeps();
    this.guardVideos();
    this.createIdempotencyKeys();
    this.countVideos();
    this.countUsage();
    this.createSegments();
    this.createQueue();
    this.createRepair();
  }

  private createTemplates(): void {
    // The revision of the draft is a column of the template, because it must not begin again with the next draft.
    this.addSql(`CREATE TABLE templates (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      latest_version int NOT NULL,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      name text NULL,
      archived_at timestamptz(3) NULL,
      draft_revision int NOT NULL DEFAULT 0
    )`);
    this.addSql('CREATE INDEX templates_by_org ON templates (org_id, created_at, id)');
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
      bytes int NOT NULL DEFAULT 0,
      superseded_at timestamptz(3) NULL,
      PRIMARY KEY (template_id, version),
      CONSTRAINT template_versions_template_id_foreign FOREIGN KEY (template_id) REFERENCES templates (id) ON DELETE CASCADE
    )`);
    this.addSql(`CREATE INDEX template_versions_superseded ON template_versions (superseded_at)
      WHERE superseded_at IS NOT NULL`);
  }

  private createDrafts(): void {
    this.addSql(`CREATE TABLE template_drafts (
      template_id uuid PRIMARY KEY,
      document json NOT NULL,
      base_version int NOT NULL,
      bytes int NOT NULL DEFAULT 0,
      updated_at timestamptz(3) NOT NULL,
      saved_by uuid NULL,
      CONSTRAINT template_drafts_template_id_foreign FOREIGN KEY (template_id) REFERENCES templates (id)
        ON UPDATE CASCADE ON DELETE CASCADE
    )`);
    this.addSql(`CREATE TABLE template_presence (
      template_id uuid NOT NULL,
      user_id uuid NOT NULL,
      name text NOT NULL,
      since timestamptz(3) NOT NULL,
      seen_at timestamptz(3) NOT NULL,
      PRIMARY KEY (template_id, user_id),
      CONSTRAINT template_presence_template_id_foreign FOREIGN KEY (template_id) REFERENCES templates (id)
        ON DELETE CASCADE
    )`);
    this.addSql('CREATE INDEX template_presence_by_time ON template_presence (seen_at)');
  }

  private countTemplates(): void {
    this.addSql(`CREATE TABLE template_usage (
      org_id uuid PRIMARY KEY,
      templates int NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0,
      max_templates int NULL,
      max_bytes bigint NULL
    )`);
    this.addSql(`CREATE FUNCTION count_template() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO template_usage AS held (org_id, templates) VALUES (NEW.org_id, 1)
            ON CONFLICT (org_id) DO UPDATE SET templates = held.templates + 1;
          RETURN NEW;
        END IF;
        UPDATE template_usage SET templates = templates - 1, bytes = bytes -
            (SELECT coalesce(sum(v.bytes), 0) FROM template_versions v WHERE v.template_id = OLD.id) -
            (SELECT coalesce(sum(d.bytes), 0) FROM template_drafts d WHERE d.template_id = OLD.id)
          WHERE org_id = OLD.org_id;
        RETURN OLD;
      END $$`);
    this.addSql(`CREATE TRIGGER templates_count BEFORE INSERT OR DELETE ON templates
      FOR EACH ROW EXECUTE FUNCTION count_template()`);
  }

  /**
   * Triggers that count versions and drafts. If they are deleted with their template, the template's own trigger has
   * subtracted them, and the update here finds no template.
   */
  private countVersionsAndDrafts(): void {
    this.addSql(`CREATE FUNCTION count_template_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          NEW.bytes := octet_length(NEW.document::text);
          UPDATE template_usage SET bytes = template_usage.bytes + NEW.bytes FROM templates t
            WHERE t.id = NEW.template_id AND template_usage.org_id = t.org_id;
          UPDATE template_versions SET superseded_at = NEW.created_at
            WHERE template_id = NEW.template_id AND version = NEW.version - 1;
          RETURN NEW;
        END IF;
        UPDATE template_usage SET bytes = template_usage.bytes - OLD.bytes FROM templates t
          WHERE t.id = OLD.template_id AND template_usage.org_id = t.org_id;
        RETURN OLD;
      END $$`);
    this.addSql(`CREATE TRIGGER template_versions_count BEFORE INSERT OR DELETE ON template_versions
      FOR EACH ROW EXECUTE FUNCTION count_template_version()`);
    this.addSql(`CREATE FUNCTION count_template_draft() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        template uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.template_id ELSE NEW.template_id END;
        change bigint := CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE -OLD.bytes END;
      BEGIN
        IF TG_OP <> 'DELETE' THEN
          NEW.bytes := octet_length(NEW.document::text);
          change := change + NEW.bytes;
        END IF;
        UPDATE template_usage SET bytes = template_usage.bytes + change FROM templates t
          WHERE t.id = template AND template_usage.org_id = t.org_id;
        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
      END $$`);
    this.addSql(`CREATE TRIGGER template_drafts_count BEFORE INSERT OR UPDATE OR DELETE ON template_drafts
      FOR EACH ROW EXECUTE FUNCTION count_template_draft()`);
  }

  private createBatches(): void {
    this.addSql(`CREATE TABLE batches (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      status text NOT NULL CONSTRAINT batches_status_check
        CHECK (status IN ('RESERVING', 'RELEASING', 'PROCESSING', 'FINISHED')),
      name text NULL,
      template_id uuid NOT NULL,
      template_version int NOT NULL,
      format text NOT NULL,
      test boolean NOT NULL,
      retry_of uuid NULL,
      videos int NOT NULL,
      credits int NOT NULL DEFAULT 0,
      holding boolean NOT NULL DEFAULT false,
      totals jsonb NULL,
      trace_headers jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz(3) NOT NULL,
      touched_at timestamptz(3) NOT NULL,
      canceled_at timestamptz(3) NULL,
      finished_at timestamptz(3) NULL
    )`);
    this.addSql('CREATE INDEX batches_by_org ON batches (org_id, created_at, id)');
    this.addSql(`CREATE INDEX batches_unfinished ON batches (status, touched_at) WHERE status <> 'FINISHED'`);
    this.addSql(`CREATE INDEX batches_finished ON batches (finished_at) WHERE status = 'FINISHED'`);
  }

  /**
   * While a video is drawn, its row changes every second, in columns without an index. With free space in its page such
   * a change does not touch the indexes, and the page is cleaned without a vacuum; without it, every change writes to
   * the indexes and the table grows.
   *
   * By default a table is vacuumed once a fifth of it is dead: of 90 million rows that is 18 days' worth. A document,
   * up to a megabyte, is removed a while after the video's end; its space in the TOAST table is used again once that
   * table is vacuumed.
   */
  private createVideos(): void {
    this.addSql(`CREATE TABLE videos (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      status text NOT NULL CONSTRAINT videos_status_check
        CHECK (status IN ('RESERVING', 'RELEASING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED', 'DELETED')),
      template_id uuid NOT NULL, template_version int NOT NULL,
      format text NOT NULL,
      fps int NOT NULL,
      width int NOT NULL, height int NOT NULL,
      frame_count int NOT NULL,
      duration_s double precision NOT NULL,
      credits int NOT NULL,
      document json NULL,
      audio_url text NULL,
      metadata text NULL,
      public_key text NOT NULL,
      progress int NOT NULL DEFAULT 0 CONSTRAINT videos_progress_check CHECK (progress >= 0 AND progress <= 100),
      eta_seconds int NULL,
      file_size bigint NULL,
      error jsonb NULL,
      created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
      accepted_at timestamptz(3) NULL,
      started_at timestamptz(3) NULL,
      finished_at timestamptz(3) NULL,
      swept_at timestamptz(3) NULL,
      shown_version int NOT NULL DEFAULT 0,
      test boolean NOT NULL DEFAULT false,
      poster_key text NULL,
      trace_headers jsonb NOT NULL DEFAULT '{}',
      expires_at timestamptz(3) NULL,
      files_removed_at timestamptz(3) NULL,
      key_frame_interval_s double precision NULL,
      max_width int NULL, loop int NULL,
      batch_id uuid NULL, batch_row int NULL,
      request json NULL,
      cut_places json NULL
    ) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02,
      toast.autovacuum_vacuum_scale_factor = 0.02)`);
  }

  private indexVideos(): void {
    this.addSql('CREATE INDEX videos_by_org ON videos (org_id, created_at, id)');
    this.addSql('CREATE INDEX videos_by_org_and_status ON videos (org_id, status, created_at, id)');
    this.addSql('CREATE INDEX videos_by_template ON videos (template_id, created_at, id)');
    // Metadata may be longer than an entry of an index: its beginning is enough.
    this.addSql(`CREATE INDEX videos_by_metadata
      ON videos (org_id, left(metadata, 128) COLLATE "C", created_at) WHERE metadata IS NOT NULL`);
    this.addSql('CREATE INDEX videos_by_batch ON videos (batch_id, batch_row) WHERE batch_id IS NOT NULL');
    this.addSql(`CREATE INDEX videos_unended_by_batch ON videos (batch_id)
      WHERE batch_id IS NOT NULL AND status = 'PROCESSING'`);
    this.addSql(`CREATE INDEX videos_unfinished ON videos (status, created_at)
      WHERE status IN ('RESERVING', 'RELEASING', 'PROCESSING')`);
    this.addSql(`CREATE INDEX videos_unfinished_tests ON videos (org_id)
      WHERE test AND status IN ('RESERVING', 'PROCESSING')`);
    this.addSql(`CREATE INDEX videos_failed ON videos (finished_at, id) WHERE status = 'FAILED'`);
  }

  /** An index for every sweep, which holds only the rows that are due or will be. */
  private indexVideosForSweeps(): void {
    this.addSql(
      'CREATE INDEX videos_unswept ON videos (finished_at) WHERE swept_at IS NULL AND finished_at IS NOT NULL',
    );
    this.addSql(`CREATE INDEX videos_with_parts ON videos (finished_at)
      WHERE finished_at IS NOT NULL AND cut_places IS NOT NULL`);
    this.addSql(
      `CREATE INDEX videos_undated ON videos (finished_at) WHERE status = 'COMPLETED' AND expires_at IS NULL`,
    );
    this.addSql(`CREATE INDEX videos_expiring ON videos (expires_at)
      WHERE expires_at IS NOT NULL AND files_removed_at IS NULL`);
    this.addSql(`CREATE INDEX videos_documented ON videos (finished_at)
      WHERE finished_at IS NOT NULL AND document IS NOT NULL`);
    this.addSql(`CREATE INDEX videos_removable ON videos (finished_at)
      WHERE swept_at IS NOT NULL AND (file_size IS NULL OR files_removed_at IS NOT NULL)`);
    this.addSql(`CREATE INDEX videos_deleted ON videos (finished_at) WHERE status = 'DELETED'`);
  }

  private guardVideos(): void {
    this.addSql(`CREATE FUNCTION refuse_backward_step() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.status IN ('COMPLETED', 'FAILED', 'CANCELED', 'DELETED') AND NEW.status NOT IN (OLD.status, 'DELETED') THEN
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
    this.addSql(`CREATE FUNCTION count_shown_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (NEW.status, NEW.progress, NEW.eta_seconds, NEW.file_size, NEW.error, NEW.updated_at, NEW.started_at,
            NEW.finished_at, NEW.expires_at)
          IS DISTINCT FROM
           (OLD.status, OLD.progress, OLD.eta_seconds, OLD.file_size, OLD.error, OLD.updated_at, OLD.started_at,
            OLD.finished_at, OLD.expires_at) THEN
          NEW.shown_version := OLD.shown_version + 1;
        END IF;
        RETURN NEW;
      END $$`);
    this.addSql(`CREATE TRIGGER videos_count_versions BEFORE UPDATE ON videos
      FOR EACH ROW EXECUTE FUNCTION count_shown_version()`);
  }

  private createIdempotencyKeys(): void {
    this.addSql(`CREATE TABLE idempotency_keys (
      org_id uuid NOT NULL,
      key text NOT NULL,
      body_sha256 text NOT NULL,
      video_id uuid NOT NULL CONSTRAINT idempotency_keys_by_video UNIQUE,
      answer json NULL,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (org_id, key)
    ) WITH (autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql('CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)');
  }

  /**
   * Tables of the numbers of videos. Triggers write the changes, so that no two videos wait for one counter's row, and
   * one replica adds them to the totals.
   */
  private countVideos(): void {
    this.addSql(`CREATE TABLE video_totals (
      org_id uuid NOT NULL,
      status text NOT NULL,
      videos bigint NOT NULL,
      PRIMARY KEY (org_id, status)
    ) WITH (fillfactor = 50)`);
    this.addSql(`CREATE TABLE video_changes (
      id bigserial PRIMARY KEY,
      org_id uuid NOT NULL,
      status text NOT NULL,
      videos bigint NOT NULL
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
    this.addSql('CREATE INDEX video_changes_by_org ON video_changes (org_id)');
    this.addSql(`CREATE FUNCTION count_video() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO video_changes (org_id, status, videos)
        SELECT org_id, status, videos FROM (VALUES (OLD.org_id, OLD.status, -1), (NEW.org_id, NEW.status, 1))
               AS change (org_id, status, videos) WHERE status IN ${SHOWN};
        RETURN NULL;
      END $$`);
    this.addSql(`CREATE FUNCTION count_removed_videos() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO video_changes (org_id, status, videos)
        SELECT org_id, status, -count(*) FROM removed WHERE status IN ${SHOWN} GROUP BY 1, 2;
        RETURN NULL;
      END $$`);
    // Row by row: a transition table would hold the documents of all rows of a statement.
    this.addSql(`CREATE TRIGGER videos_count_new AFTER INSERT ON videos FOR EACH ROW
      WHEN (NEW.status IN ${SHOWN}) EXECUTE FUNCTION count_video()`);
    this.addSql(`CREATE TRIGGER videos_count_moved AFTER UPDATE ON videos FOR EACH ROW
      WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_video()`);
    // Deleted rows do not have this problem: of a document they hold only the pointer to the TOAST table.
    this.addSql(`CREATE TRIGGER videos_count_removed AFTER DELETE ON videos REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION count_removed_videos()`);
  }

  /**
   * Triggers like those of `countVideos`, by day and outcome: COMPLETED, or the code of the error. The counts are kept
   * after the videos are gone.
   */
  private countUsage(): void {
    this.addSql(`CREATE TABLE usage_days (
      org_id uuid NOT NULL,
      day date NOT NULL,
      outcome text NOT NULL,
      test boolean NOT NULL,
      videos bigint NOT NULL,
      seconds double precision NOT NULL,
      credits bigint NOT NULL,
      PRIMARY KEY (org_id, day, outcome, test)
    ) WITH (fillfactor = 50)`);
    this.addSql(`CREATE TABLE usage_changes (
      id bigserial PRIMARY KEY,
      org_id uuid NOT NULL,
      day date NOT NULL,
      outcome text NOT NULL,
      test boolean NOT NULL,
      seconds double precision NOT NULL,
      credits bigint NOT NULL
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
    this.addSql('CREATE INDEX usage_changes_by_org ON usage_changes (org_id, day)');
    this.addSql(`CREATE FUNCTION note_usage() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO usage_changes (org_id, day, outcome, test, seconds, credits)
        VALUES (NEW.org_id, (coalesce(NEW.finished_at, now()) AT TIME ZONE 'UTC')::date,
                coalesce(NEW.error->>'code', 'COMPLETED'), NEW.test, NEW.duration_s, NEW.credits);
        RETURN NULL;
      END $$`);
    this.addSql(`CREATE TRIGGER videos_note_usage AFTER UPDATE ON videos FOR EACH ROW
      WHEN (OLD.status = 'PROCESSING' AND NEW.status IN ('COMPLETED', 'FAILED', 'CANCELED')) EXECUTE FUNCTION note_usage()`);
  }

  /**
   * The rows of steps change like those of `videos` but are removed a day after the video's end, so keeping half of
   * each page free costs little.
   */
  private createSegments(): void {
    this.addSql(`CREATE TABLE segments (
      video_id uuid NOT NULL,
      segment int NOT NULL,
      org_id uuid NOT NULL,
      from_frame int NOT NULL,
      to_frame int NOT NULL,
      state text NOT NULL CONSTRAINT segments_state_check
        CHECK (state IN ('BLOCKED', 'WAITING', 'DISPATCHED', 'LEASED', 'DONE', 'DROPPED')),
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
      claim_id text NULL,
      poster_key text NULL,
      faults int NOT NULL DEFAULT 0,
      losses int NOT NULL DEFAULT 0,
      test boolean NOT NULL DEFAULT false,
      cost_ms int NOT NULL DEFAULT 10000,
      long boolean NOT NULL DEFAULT false,
      step text NOT NULL DEFAULT 'video' CONSTRAINT segments_step_check
        CHECK (step IN ('video', 'assets', 'pictures', 'sound', 'stitch')),
      redraws int NOT NULL DEFAULT 0,
      not_before timestamptz(3) NULL,
      PRIMARY KEY (video_id, segment),
      CONSTRAINT segments_video_id_foreign FOREIGN KEY (video_id) REFERENCES videos (id) ON DELETE CASCADE
    ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
  }

  /** The tables of the queue, and for each of its queries an index, so that none of them reads every waiting step. */
  private createQueue(): void {
    this.addSql(`CREATE INDEX segments_waiting ON segments (test, org_id, long, queued_at) WHERE state = 'WAITING'`);
    // A claim first looks for work of its organization that was begun before.
    this.addSql(`CREATE INDEX segments_returned ON segments (org_id, queued_at) WHERE state = 'WAITING' AND epoch > 0`);
    this.addSql(
      `CREATE INDEX segments_uncut ON segments (queued_at) WHERE state = 'WAITING' AND long AND step = 'video'`,
    );
    this.addSql(`CREATE INDEX segments_active ON segments (state, org_id) WHERE state IN ('DISPATCHED', 'LEASED')`);
    this.addSql(`CREATE TABLE dispatch_turns (
      org_id uuid PRIMARY KEY,
      turn bigint NOT NULL,
      test_turn bigint NOT NULL DEFAULT 0,
      start_ms bigint NOT NULL DEFAULT 0,
      finish_ms bigint NOT NULL DEFAULT 0,
      test_start_ms bigint NOT NULL DEFAULT 0,
      test_finish_ms bigint NOT NULL DEFAULT 0,
      long_lead_ms int NOT NULL DEFAULT 0,
      held_back boolean NOT NULL DEFAULT false
    )`);
    this.addSql('CREATE INDEX dispatch_turns_latest ON dispatch_turns (turn)');
    this.addSql('CREATE INDEX dispatch_turns_latest_test ON dispatch_turns (test_turn)');
    this.addSql('CREATE INDEX dispatch_turns_time ON dispatch_turns (start_ms)');
    this.addSql('CREATE INDEX dispatch_turns_test_time ON dispatch_turns (test_start_ms)');
    this.addSql(`CREATE TABLE render_costs (
      template_id uuid NOT NULL,
      template_version int NOT NULL,
      format text NOT NULL,
      width int NOT NULL,
      height int NOT NULL,
      frame_ms double precision NOT NULL,
      fixed_ms double precision NOT NULL,
      renders bigint NOT NULL,
      learned_at timestamptz(3) NOT NULL,
      PRIMARY KEY (template_id, template_version, format, width, height)
    )`);
    this.addSql('CREATE INDEX render_costs_by_age ON render_costs (learned_at)');
  }

  private createRepair(): void {
    this.addSql('CREATE TABLE settlement_progress (id int PRIMARY KEY, ended_before timestamptz(3) NOT NULL)');
    this.addSql('CREATE TABLE event_audits (consumer text PRIMARY KEY, reached_message_id uuid NOT NULL)');
  }

  override down(): void {
    this.addSql(`DROP TABLE event_audits, settlement_progress, render_costs, dispatch_turns, segments, usage_changes,
      usage_days, video_changes, video_totals, idempotency_keys, videos, batches, template_usage, template_presence,
      template_drafts, template_versions, templates`);
    this.addSql(`DROP FUNCTION note_usage, count_removed_videos, count_video, count_shown_version, refuse_backward_step,
      count_template_draft, count_template_version, count_template`);
  }
}
