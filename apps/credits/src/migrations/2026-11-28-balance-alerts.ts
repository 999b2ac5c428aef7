import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the threshold below which an organization is alerted. A trigger on its account notices that the balance falls below
 * it, and that it rises again, in the transaction that changes it, whichever version of the service does.
 */
export class AddBalanceAlerts extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE accounts
      ADD COLUMN alert_below bigint NULL CONSTRAINT accounts_alert_below_check CHECK (alert_below > 0),
      ADD COLUMN is_low boolean NOT NULL DEFAULT false`);
    this.addSql(`CREATE TABLE balance_alerts (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      org_id uuid NOT NULL,
      below bigint NOT NULL,
      available bigint NOT NULL,
      held bigint NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
    )`);
    this.addSql(`CREATE FUNCTION note_low_balance() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.is_low := NEW.alert_below IS NOT NULL AND NEW.available < NEW.alert_below;
        IF NEW.is_low AND NOT OLD.is_low THEN
          INSERT INTO balance_alerts (org_id, below, available, held)
          VALUES (NEW.org_id, NEW.alert_below, NEW.available, NEW.held);
        END IF;
        RETURN NEW;
      END $$`);
    this.addSql(`CREATE TRIGGER accounts_note_low_balance BEFORE UPDATE ON accounts FOR EACH ROW
      WHEN (NEW.alert_below IS NOT NULL OR OLD.is_low) EXECUTE FUNCTION note_low_balance()`);
  }

  override down(): void {
    this.addSql('DROP TRIGGER accounts_note_low_balance ON accounts');
    this.addSql('DROP FUNCTION note_low_balance');
    this.addSql('DROP TABLE balance_alerts');
    this.addSql('ALTER TABLE accounts DROP COLUMN alert_below, DROP COLUMN is_low');
  }
}
