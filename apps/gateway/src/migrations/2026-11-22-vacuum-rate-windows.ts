import { Migration } from '@mikro-orm/migrations';

/** One row an organization, changed by every batch of its requests: vacuumed after so many changes, not after a share. */
export class VacuumRateWindows extends Migration {
  override up(): void {
    this.addSql(
      `ALTER TABLE rate_windows SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
    );
  }

  override down(): void {
    this.addSql(`ALTER TABLE rate_windows RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)`);
  }
}
