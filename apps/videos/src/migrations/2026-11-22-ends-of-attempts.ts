import { Migration } from '@mikro-orm/migrations';

/** Attempts that failed by themselves and attempts whose renderer was lost are counted apart; so far every one was a fault. */
export class CountEndsOfAttempts extends Migration {
  override up(): void {
    this.addSql(
      `ALTER TABLE segments ADD COLUMN faults int NOT NULL DEFAULT 0, ADD COLUMN losses int NOT NULL DEFAULT 0`,
    );
    this.addSql(`UPDATE segments SET faults = CASE state WHEN 'LEASED' THEN attempts - 1 ELSE attempts END
                  WHERE state IN ('WAITING', 'DISPATCHED', 'LEASED') AND attempts > 0`);
  }

  override down(): void {
    this.addSql(`ALTER TABLE segments DROP COLUMN faults, DROP COLUMN losses`);
  }
}
