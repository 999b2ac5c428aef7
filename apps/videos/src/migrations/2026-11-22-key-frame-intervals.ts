import { Migration } from '@mikro-orm/migrations';

/** The seconds between key frames that a request may set. */
export class AddKeyFrameIntervals extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE videos ADD COLUMN key_frame_interval_s double precision NULL');
  }

  override down(): void {
    this.addSql('ALTER TABLE videos DROP COLUMN key_frame_interval_s');
  }
}
