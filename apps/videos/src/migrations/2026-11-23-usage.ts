import { Migration } from '@mikro-orm/migrations';

/** The outcome of a row that has ended: COMPLETED, or the code of its error. A deleted video keeps its error, if it has one. */
const OUTCOME = (row: string) => `coalesce(${row}.error->>'code', 'COMPLETED')`;
const DAY = (time: string) => `(${time} AT TIME ZONE 'UTC')::date`;

/**
 * What each organization uses on each day, kept after the videos are gone. A trigger writes the end of a video, so that it is
 * counted in the transaction that ends it, also by the version before, running beside this one, and no two videos wait for one
 * counter's row. One replica adds the changes to the days (usage/usage-days.ts).
 *
 * Videos that have ended are counted here, each read once while writers wait. Those whose rows were removed before
 * are missing from the days on which they ended.
 */
export class CountUsage extends Migration {
  override up(): void {
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
    this.addSql(`CREATE INDEX usage_changes_by_org ON usage_changes (org_id, day)`);
    this.addSql(`CREATE FUNCTION note_usage() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO usage_changes (org_id, day, outcome, test, seconds, credits)
        VALUES (NEW.org_id, ${DAY('coalesce(NEW.finished_at, now())')}, ${OUTCOME('NEW')}, NEW.test, NEW.duration_s, NEW.credits);
        RETURN NULL;
      END $$`);
    this.addSql(`CREATE TRIGGER videos_note_usage AFTER UPDATE ON videos FOR EACH ROW
      WHEN (OLD.status = 'PROCESSING' AND NEW.status IN ('COMPLETED', 'FAILED', 'CANCELED')) EXECUTE FUNCTION note_usage()`);
    // The trigger has locked out writers, so that every video has ended before, and is counted here, or will be noted.
    this.addSql(`INSERT INTO usage_days (org_id, day, outcome, test, videos, seconds, credits)
      SELECT org_id, ${DAY('finished_at')}, ${OUTCOME('videos')}, test, count(*), sum(duration_s), sum(credits)
        FROM videos WHERE finished_at IS NOT NULL AND status IN ('COMPLETED', 'FAILED', 'CANCELED', 'DELETED')
       GROUP BY 1, 2, 3, 4`);
  }

  /** The counts are lost; those of videos that are still there come back with the next `up`. */
  override down(): void {
    this.addSql('DROP TRIGGER videos_note_usage ON videos');
    this.addSql('DROP FUNCTION note_usage');
    this.addSql('DROP TABLE usage_changes, usage_days');
  }
}
