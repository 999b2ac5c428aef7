import { Migration } from '@mikro-orm/migrations';

/**
 * Rows that are being drawn change every second, in columns that no index has. With room in its page such a change leaves
 * the indexes alone, and the page cleans itself; without, every change writes to the indexes and the table grows. Segments
 * are gone a day after the end, so half a page costs little; videos are kept for months. Pages filled before stay as they are.
 */
export class LeaveRoomForProgress extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE segments SET (fillfactor = 50)');
    this.addSql('ALTER TABLE videos SET (fillfactor = 85)');
  }

  override down(): void {
    this.addSql('ALTER TABLE videos RESET (fillfactor)');
    this.addSql('ALTER TABLE segments RESET (fillfactor)');
  }
}
