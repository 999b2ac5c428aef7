import { Migration } from '@mikro-orm/migrations';

/**
 * The steps of videos that are cut, and the frames at which a video may be cut. A step that waits for others is BLOCKED. The
 * version before, beside this one, queues whole videos and skips what is BLOCKED.
 */
export class CutVideos extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE segments ADD COLUMN step text NOT NULL DEFAULT 'video' CONSTRAINT segments_step_check
      CHECK (step IN ('video', 'assets', 'pictures', 'sound', 'stitch'))`);
    this.addSql(`ALTER TABLE segments DROP CONSTRAINT segments_state_check`);
    this.addSql(`ALTER TABLE segments ADD CONSTRAINT segments_state_check
      CHECK (state IN ('BLOCKED', 'WAITING', 'DISPATCHED', 'LEASED', 'DONE', 'DROPPED'))`);
    this.addSql(`ALTER TABLE videos ADD COLUMN cut_places json NULL`);
  }

  /** Videos that were cut and have not ended are rendered whole again. */
  override down(): void {
    this.addSql(`ALTER TABLE videos DROP COLUMN cut_places`);
    this.addSql(`DELETE FROM segments WHERE segment > 0`);
    this.addSql(`UPDATE segments SET to_frame = frame_count, from_frame = 0, frames_done = 0, state = 'WAITING'
      FROM videos WHERE id = video_id AND step <> 'video' AND status = 'PROCESSING'`);
    this.addSql(`UPDATE segments SET state = 'DROPPED' WHERE state = 'BLOCKED'`);
    this.addSql(`ALTER TABLE segments DROP CONSTRAINT segments_state_check`);
    this.addSql(`ALTER TABLE segments ADD CONSTRAINT segments_state_check
      CHECK (state IN ('WAITING', 'DISPATCHED', 'LEASED', 'DONE', 'DROPPED'))`);
    this.addSql(`ALTER TABLE segments DROP COLUMN step`);
  }
}
