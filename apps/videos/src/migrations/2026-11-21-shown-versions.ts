import { Migration } from '@mikro-orm/migrations';

/**
 * A number that counts what callers can see of a video: 1 when it is accepted. The database counts, so that no write can
 * forget to.
 */
export class CountShownVersions extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE videos ADD COLUMN shown_version int NOT NULL DEFAULT 0`);
    this.addSql(`UPDATE videos SET shown_version = 1 WHERE status NOT IN ('RESERVING', 'RELEASING')`);
    this.addSql(`CREATE FUNCTION count_shown_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (NEW.status, NEW.progress, NEW.eta_seconds, NEW.file_size, NEW.error, NEW.updated_at, NEW.started_at,
            NEW.finished_at)
          IS DISTINCT FROM
           (OLD.status, OLD.progress, OLD.eta_seconds, OLD.file_size, OLD.error, OLD.updated_at, OLD.started_at,
            OLD.finished_at) THEN
          NEW.shown_version := OLD.shown_version + 1;
        END IF;
        RETURN NEW;
      END $$`);
    this.addSql(`CREATE TRIGGER videos_count_versions BEFORE UPDATE ON videos
      FOR EACH ROW EXECUTE FUNCTION count_shown_version()`);
  }

  override down(): void {
    this.addSql('DROP TRIGGER videos_count_versions ON videos');
    this.addSql('DROP FUNCTION count_shown_version');
    this.addSql('ALTER TABLE videos DROP COLUMN shown_version');
  }
}
