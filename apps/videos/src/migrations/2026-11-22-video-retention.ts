import { Migration } from '@mikro-orm/migrations';

/**
 * A video's file ends at `expires_at`, its row later; a caller may delete both before. Every sweep finds what is due from an
 * index of its own that holds nothing else. Files of videos that are COMPLETED already get their date from the first sweep.
 */
export class KeepVideosForAWhile extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE videos
      ADD COLUMN expires_at timestamptz(3) NULL,
      ADD COLUMN files_removed_at timestamptz(3) NULL`);
    // Every row that passed the old check passes this one, so none needs to be looked at.
    this.addSql(`ALTER TABLE videos DROP CONSTRAINT videos_status_check`);
    this.addSql(`ALTER TABLE videos ADD CONSTRAINT videos_status_check
      CHECK (status IN ('RESERVING', 'RELEASING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED', 'DELETED')) NOT VALID`);
    this.addSql(
      refuseStep(
        `OLD.status IN ('COMPLETED', 'FAILED', 'CANCELED', 'DELETED') AND NEW.status NOT IN (OLD.status, 'DELETED')`,
      ),
    );
    this.addSql(
      shownVersionOf(
        `status, progress, eta_seconds, file_size, error, updated_at, started_at, finished_at, expires_at`,
      ),
    );
    this.addSql(
      `CREATE INDEX videos_undated ON videos (finished_at) WHERE status = 'COMPLETED' AND expires_at IS NULL`,
    );
    this.addSql(`CREATE INDEX videos_expiring ON videos (expires_at)
      WHERE expires_at IS NOT NULL AND files_removed_at IS NULL`);
    this.addSql(`CREATE INDEX videos_removable ON videos (finished_at)
      WHERE swept_at IS NOT NULL AND (file_size IS NULL OR files_removed_at IS NOT NULL)`);
    this.addSql(`CREATE INDEX videos_deleted ON videos (finished_at) WHERE status = 'DELETED'`);
    // By default a table is vacuumed once a fifth of it is dead: of 90 million rows that is 18 days' worth.
    this.addSql(
      `ALTER TABLE videos SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02)`,
    );
    this.addSql(`ALTER TABLE segments SET (autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql(`ALTER TABLE idempotency_keys SET (autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql(`CREATE TABLE settlement_progress (id int PRIMARY KEY, ended_before timestamptz(3) NOT NULL)`);
  }

  override down(): void {
    this.addSql('DROP TABLE settlement_progress');
    for (const table of ['videos', 'segments', 'idempotency_keys']) {
      this.addSql(`ALTER TABLE ${table} RESET (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor)`);
    }
    this.addSql(`DELETE FROM videos WHERE status = 'DELETED'`);
    this.addSql('DROP INDEX videos_undated, videos_expiring, videos_removable, videos_deleted');
    this.addSql(shownVersionOf(`status, progress, eta_seconds, file_size, error, updated_at, started_at, finished_at`));
    this.addSql(refuseStep(`OLD.status IN ('COMPLETED', 'FAILED', 'CANCELED') AND NEW.status <> OLD.status`));
    this.addSql(`ALTER TABLE videos DROP CONSTRAINT videos_status_check`);
    this.addSql(`ALTER TABLE videos ADD CONSTRAINT videos_status_check
      CHECK (status IN ('RESERVING', 'RELEASING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED'))`);
    this.addSql('ALTER TABLE videos DROP COLUMN expires_at, DROP COLUMN files_removed_at');
  }
}

/** What callers can see of a video is these columns. */
function shownVersionOf(columns: string): string {
  const of = (row: string) => columns.replaceAll(/\w+/g, `${row}.$&`);
  return `CREATE OR REPLACE FUNCTION count_shown_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (${of('NEW')}) IS DISTINCT FROM (${of('OLD')}) THEN
          NEW.shown_version := OLD.shown_version + 1;
        END IF;
        RETURN NEW;
      END $$`;
}

/** A step that meets the condition is refused, and so is one that takes something back. */
function refuseStep(condition: string): string {
  return `CREATE OR REPLACE FUNCTION refuse_backward_step() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF ${condition} THEN
          RAISE EXCEPTION 'video % is % for good', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
        END IF;
        IF NEW.progress < OLD.progress OR NEW.public_key <> OLD.public_key THEN
          RAISE EXCEPTION 'progress of video % never falls, its address never changes', OLD.id
            USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
      END $$`;
}
