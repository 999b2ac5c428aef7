import { Migration } from '@mikro-orm/migrations';

/** Maintenance may refuse new videos only. A gateway of the version before closes the whole API meanwhile. */
export class LimitMaintenanceToNewVideos extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE maintenance
      ADD COLUMN scope text NOT NULL DEFAULT 'api' CONSTRAINT maintenance_scope_check CHECK (scope IN ('api', 'new_videos')),
      ADD COLUMN message text NULL CONSTRAINT maintenance_message_check CHECK (length(message) BETWEEN 1 AND 500)`);
  }

  override down(): void {
    this.addSql('ALTER TABLE maintenance DROP COLUMN scope, DROP COLUMN message');
  }
}
