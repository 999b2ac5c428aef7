import { Migration } from '@mikro-orm/migrations';

/**
 * What is granted and captured on each day. A trigger on the account row writes it, in the transaction that moves the credits
 * and under the lock that this transaction has anyway: the version before, running beside this one, is counted too. A hold and
 * a release leave the sum of the row as it is, and cost nothing.
 *
 * Transfers that are there are summed up while writers wait. Of archived captures only the month is known: they are counted on
 * its last day.
 */
export class CountAccountDays extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE account_days (
      org_id uuid NOT NULL,
      day date NOT NULL,
      granted bigint NOT NULL CONSTRAINT account_days_granted_check CHECK (granted >= 0),
      captured bigint NOT NULL CONSTRAINT account_days_captured_check CHECK (captured >= 0),
      PRIMARY KEY (org_id, day)
    ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
    this.addSql(`CREATE FUNCTION note_account_day() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        change bigint := NEW.available + NEW.held - OLD.available - OLD.held;
      BEGIN
        INSERT INTO account_days AS days (org_id, day, granted, captured)
        VALUES (NEW.org_id, (now() AT TIME ZONE 'UTC')::date, greatest(change, 0), greatest(-change, 0))
        ON CONFLICT (org_id, day) DO UPDATE
          SET granted = days.granted + excluded.granted, captured = days.captured + excluded.captured;
        RETURN NULL;
      END $$`);
    this.addSql(`CREATE TRIGGER accounts_note_day AFTER UPDATE ON accounts FOR EACH ROW
      WHEN (NEW.available + NEW.held <> OLD.available + OLD.held) EXECUTE FUNCTION note_account_day()`);
    // The trigger has locked the accounts, which every movement writes last: it is counted here, or will be noted.
    this.addSql(`INSERT INTO account_days (org_id, day, granted, captured)
      SELECT org_id, day, sum(granted), sum(captured) FROM (
        SELECT org_id, (created_at AT TIME ZONE 'UTC')::date AS day, CASE kind WHEN 'grant' THEN amount ELSE 0 END AS granted,
               CASE kind WHEN 'capture' THEN amount ELSE 0 END AS captured
          FROM transfers WHERE kind IN ('grant', 'capture')
        UNION ALL
        SELECT org_id, (month + interval '1 month - 1 day')::date, 0, amount
          FROM archived_entries WHERE kind = 'capture' AND account = 'spent'
      ) AS moved GROUP BY 1, 2`);
  }

  /** What was archived before is then only in the sums by month. */
  override down(): void {
    this.addSql('DROP TRIGGER accounts_note_day ON accounts');
    this.addSql('DROP FUNCTION note_account_day');
    this.addSql('DROP TABLE account_days');
  }
}
