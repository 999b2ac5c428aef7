import { Migration } from '@mikro-orm/migrations';

const SHOWN = `('PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED')`;

/**
 * How many videos an organization has, by status, without counting them: triggers write what changes, so that the version
 * before, running beside this one, is counted too, and no two videos wait for one counter's row. One replica adds the changes
 * to the totals. Videos that are there are not counted here, while writers wait: each organization that has any gets a change
 * of 0, and that replica counts the organization when it finds it (videos/video-counts.ts).
 */
export class CountVideos extends Migration {
  override up(): void {
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
    this.addSql(`CREATE INDEX video_changes_by_org ON video_changes (org_id)`);
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
    // Here a document is a pointer to where it lies.
    this.addSql(`CREATE TRIGGER videos_count_removed AFTER DELETE ON videos REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION count_removed_videos()`);
    // Organizations one after the other from the index: the cost grows with them, not with their videos.
    this.addSql(`WITH RECURSIVE org AS (
        (SELECT org_id FROM videos ORDER BY org_id LIMIT 1)
        UNION ALL
        SELECT (SELECT org_id FROM videos WHERE org_id > org.org_id ORDER BY org_id LIMIT 1)
          FROM org WHERE org.org_id IS NOT NULL
      )
      INSERT INTO video_changes (org_id, status, videos)
      SELECT org_id, 'PROCESSING', 0 FROM org WHERE org_id IS NOT NULL`);
  }

  override down(): void {
    for (const trigger of ['new', 'moved', 'removed']) this.addSql(`DROP TRIGGER videos_count_${trigger} ON videos`);
    this.addSql('DROP FUNCTION count_video, count_removed_videos');
    this.addSql('DROP TABLE video_changes, video_totals');
  }
}
