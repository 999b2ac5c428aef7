import { Migration } from '@mikro-orm/migrations';

/**
 * What templates cost to draw, learned from their videos, and each segment's estimate. A segment that the version before
 * inserts, beside this one, has the estimate of a middling one.
 */
export class LearnRenderCosts extends Migration {
  override up(): void {
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
    this.addSql(`CREATE INDEX render_costs_by_age ON render_costs (learned_at)`);
    this.addSql(`ALTER TABLE segments ADD COLUMN cost_ms int NOT NULL DEFAULT 10000`);
    this.addSql(`UPDATE segments SET cost_ms = least(2147483647,
        ceil(500 + (to_frame - from_frame) * videos.width::float8 * videos.height * 15 / 1e6))
      FROM videos WHERE id = video_id AND state IN ('WAITING', 'DISPATCHED', 'LEASED')`);
  }

  /** What was learned is lost, and is learned again. */
  override down(): void {
    this.addSql('ALTER TABLE segments DROP COLUMN cost_ms');
    this.addSql('DROP TABLE render_costs');
  }
}
