import { Migration } from '@mikro-orm/migrations';

/** Adds the lengths of uploads, so that each is measured once. */
export class AddUploadLengths extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE upload_lengths (
      upload text NOT NULL,
      kind text NOT NULL,
      seconds double precision NOT NULL,
      measured_at timestamptz(3) NOT NULL,
      PRIMARY KEY (upload, kind)
    )`);
    this.addSql('CREATE INDEX upload_lengths_by_age ON upload_lengths (measured_at)');
  }

  override down(): void {
    this.addSql('DROP TABLE upload_lengths');
  }
}
