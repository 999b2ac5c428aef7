import { Migration } from '@mikro-orm/migrations';

/**
 * Organizations share the renderers by CPU time, and long segments wait in a line of their own. Everyone begins with equal
 * times. The version before, beside this one, dispatches by turns and leaves the times as they are.
 */
export class ShareByCost extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE dispatch_turns
      ADD COLUMN start_ms bigint NOT NULL DEFAULT 0,
      ADD COLUMN finish_ms bigint NOT NULL DEFAULT 0,
      ADD COLUMN test_start_ms bigint NOT NULL DEFAULT 0,
      ADD COLUMN test_finish_ms bigint NOT NULL DEFAULT 0,
      ADD COLUMN long_lead_ms int NOT NULL DEFAULT 0`);
    this.addSql(`CREATE INDEX dispatch_turns_time ON dispatch_turns (start_ms)`);
    this.addSql(`CREATE INDEX dispatch_turns_test_time ON dispatch_turns (test_start_ms)`);
    this.addSql(`ALTER TABLE segments ADD COLUMN long boolean NOT NULL DEFAULT false`);
    this.addSql(`UPDATE segments SET long = true WHERE state = 'WAITING' AND NOT test AND cost_ms >= 20000`);
    this.addSql(`DROP INDEX segments_waiting`);
    this.addSql(`CREATE INDEX segments_waiting ON segments (test, org_id, long, queued_at) WHERE state = 'WAITING'`);
  }

  override down(): void {
    this.addSql(`DROP INDEX segments_waiting, dispatch_turns_time, dispatch_turns_test_time`);
    this.addSql(`CREATE INDEX segments_waiting ON segments (test, org_id, queued_at) WHERE state = 'WAITING'`);
    this.addSql(`ALTER TABLE segments DROP COLUMN long`);
    this.addSql(`ALTER TABLE dispatch_turns DROP COLUMN start_ms, DROP COLUMN finish_ms, DROP COLUMN test_start_ms,
      DROP COLUMN test_finish_ms, DROP COLUMN long_lead_ms`);
  }
}
