import { Migration } from '@mikro-orm/migrations';

/**
 * Test videos wait in a queue of their own, with turns of their own. The indexes find the organizations that wait, the
 * latest turns and an organization's unfinished tests without reading everything that waits.
 */
export class ShareOutTestVideos extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE segments ADD COLUMN test boolean NOT NULL DEFAULT false`);
    this.addSql(`UPDATE segments SET test = true FROM videos
                  WHERE id = video_id AND videos.test AND state IN ('WAITING', 'DISPATCHED', 'LEASED')`);
    this.addSql(`DROP INDEX segments_waiting`);
    this.addSql(`CREATE INDEX segments_waiting ON segments (test, org_id, queued_at) WHERE state = 'WAITING'`);
    this.addSql(`ALTER TABLE dispatch_turns ADD COLUMN test_turn bigint NOT NULL DEFAULT 0`);
    this.addSql(`CREATE INDEX dispatch_turns_latest ON dispatch_turns (turn)`);
    this.addSql(`CREATE INDEX dispatch_turns_latest_test ON dispatch_turns (test_turn)`);
    this.addSql(
      `CREATE INDEX videos_unfinished_tests ON videos (org_id) WHERE test AND status IN ('RESERVING', 'PROCESSING')`,
    );
  }

  override down(): void {
    this.addSql(
      `DROP INDEX videos_unfinished_tests, dispatch_turns_latest, dispatch_turns_latest_test, segments_waiting`,
    );
    this.addSql(`ALTER TABLE dispatch_turns DROP COLUMN test_turn`);
    this.addSql(`ALTER TABLE segments DROP COLUMN test`);
    this.addSql(`CREATE INDEX segments_waiting ON segments (org_id, queued_at) WHERE state = 'WAITING'`);
  }
}
