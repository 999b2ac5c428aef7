import { Migration } from '@mikro-orm/migrations';

/** The maintenance switch: one row while it is on, none while it is off. */
export class CreateMaintenance extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE maintenance (
      singleton boolean PRIMARY KEY DEFAULT true CONSTRAINT maintenance_singleton_check CHECK (singleton),
      retry_after_s int NOT NULL CONSTRAINT maintenance_retry_after_check CHECK (retry_after_s > 0),
      since timestamptz(3) NOT NULL DEFAULT now()
    )`);
  }

  override down(): void {
    this.addSql('DROP TABLE maintenance');
  }
}
