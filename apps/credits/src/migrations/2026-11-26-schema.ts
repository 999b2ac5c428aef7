import { Migration } from '@mikro-orm/migrations';

/**
 * Settings with which a table is vacuumed early. Rows of videos in progress are few beside the kept ones, so the
 * default share of changed rows would be reached only after a day's work.
 */
const VACUUMED_EARLY = `autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.01`;

/**
 * The ledger. The database enforces the promises of the code: no balance below zero, one transfer of each kind per
 * hold, never a capture beside a release, two entries per transfer that add up to 0, and a history that cannot be
 * rewritten.
 */
export class CreateSchema extends Migration {
  override up(): void {
    this.createAccounts();
    this.createHolds();
    this.createTransfers();
    this.checkTransfers();
    this.createArchive();
    this.createAccountDays();
  }

  private createAccounts(): void {
    // Each organization has one row, which changes often. Free space on its page keeps its versions out of the index,
    // and they are removed when the page is read, or by a vacuum after a fixed number of changes.
    this.addSql(`CREATE TABLE accounts (
      org_id uuid PRIMARY KEY,
      available bigint NOT NULL DEFAULT 0 CONSTRAINT accounts_available_check CHECK (available >= 0),
      held bigint NOT NULL DEFAULT 0 CONSTRAINT accounts_held_check CHECK (held >= 0),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
  }

  private createHolds(): void {
    this.addSql(`CREATE TABLE holds (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      amount bigint NOT NULL CONSTRAINT holds_amount_check CHECK (amount >= 0),
      state text NOT NULL CONSTRAINT holds_state_check CHECK (state IN ('held', 'captured', 'released')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      settled_at timestamptz(3)
    ) WITH (${VACUUMED_EARLY})`);
    this.addSql(`CREATE INDEX holds_open ON holds (created_at) WHERE state = 'held'`);
    this.addSql(`CREATE INDEX holds_open_by_org ON holds (org_id) INCLUDE (amount) WHERE state = 'held'`);
    this.addSql('CREATE INDEX holds_by_end ON holds (settled_at) WHERE settled_at IS NOT NULL');
  }

  private createTransfers(): void {
    this.addSql(`CREATE TABLE transfers (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      kind text NOT NULL CONSTRAINT transfers_kind_check CHECK (kind IN ('grant', 'hold', 'capture', 'release')),
      hold_id uuid REFERENCES holds (id),
      amount bigint NOT NULL CONSTRAINT transfers_amount_check CHECK (amount > 0),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      reason text NULL,
      CONSTRAINT transfers_hold_check CHECK ((kind = 'grant') = (hold_id IS NULL))
    ) WITH (${VACUUMED_EARLY})`);
    // One index in place of two partial ones: deleting a hold looks for its transfers, whatever their kind.
    this.addSql(`CREATE UNIQUE INDEX transfers_once_a_hold ON transfers (hold_id, (kind = 'hold'))
      WHERE hold_id IS NOT NULL`);
    this.addSql('CREATE INDEX transfers_by_org ON transfers (org_id, created_at DESC, id DESC)');
    this.addSql(`CREATE INDEX transfers_grants ON transfers (org_id, created_at DESC, id DESC) WHERE kind = 'grant'`);
    this.addSql('CREATE INDEX transfers_by_age ON transfers (created_at)');
    this.addSql(`CREATE TABLE entries (
      transfer_id uuid NOT NULL REFERENCES transfers (id),
      account text NOT NULL CONSTRAINT entries_account_check CHECK (account IN ('issued', 'available', 'held', 'spent')),
      amount bigint NOT NULL CONSTRAINT entries_amount_check CHECK (amount <> 0),
      PRIMARY KEY (transfer_id, account)
    ) WITH (${VACUUMED_EARLY})`);
  }

  private checkTransfers(): void {
    this.addSql(`CREATE FUNCTION check_transfer_balances() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        checked uuid;
      BEGIN
        IF TG_TABLE_NAME = 'transfers' THEN checked := NEW.id; ELSE checked := NEW.transfer_id; END IF;
        IF (SELECT count(*) <> 2 OR sum(amount) <> 0 FROM entries WHERE transfer_id = checked) THEN
          RAISE EXCEPTION 'transfer % does not have two entries that add up to 0', checked USING ERRCODE = 'check_violation';
        END IF;
        RETURN NULL;
      END $$`);
    // Only a transaction that declares to be archiving may delete.
    this.addSql(`CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND current_setting('ledger.archiving', true) = 'on' THEN RETURN OLD; END IF;
        RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
      END $$`);
    for (const table of ['transfers', 'entries']) {
      this.addSql(`CREATE CONSTRAINT TRIGGER ${table}_balance AFTER INSERT ON ${table}
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_transfer_balances()`);
      this.addSql(`CREATE TRIGGER ${table}_are_final BEFORE UPDATE OR DELETE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
    }
  }

  /** The archive of old detail, and the position up to which it has been checked. */
  private createArchive(): void {
    this.addSql(`CREATE TABLE archived_entries (
      org_id uuid NOT NULL,
      month date NOT NULL,
      kind text NOT NULL CONSTRAINT archived_entries_kind_check CHECK (kind IN ('hold', 'capture', 'release')),
      account text NOT NULL CONSTRAINT archived_entries_account_check CHECK (account IN ('available', 'held', 'spent')),
      transfers bigint NOT NULL CONSTRAINT archived_entries_transfers_check CHECK (transfers > 0),
      amount bigint NOT NULL,
      PRIMARY KEY (org_id, month, kind, account)
    ) WITH (fillfactor = 50)`);
    this.addSql(`CREATE TABLE checked_sums (
      org_id uuid PRIMARY KEY,
      transfers bigint NOT NULL,
      available bigint NOT NULL,
      held bigint NOT NULL
    ) WITH (fillfactor = 50)`);
    this.addSql(`CREATE TABLE ledger_checkpoint (
      singleton boolean PRIMARY KEY DEFAULT true CONSTRAINT ledger_checkpoint_singleton_check CHECK (singleton),
      through timestamptz(3) NOT NULL
    )`);
    this.addSql(`INSERT INTO ledger_checkpoint (through) VALUES ('-infinity')`);
  }

  /**
   * Credits granted and captured on each day. A trigger on the account row writes it, in the transaction that moves the
   * credits and under the lock that this transaction has anyway. A hold and a release leave the sum of the row as it is, and
   * cost nothing.
   */
  private createAccountDays(): void {
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
  }

  override down(): void {
    this.addSql(
      'DROP TABLE account_days, ledger_checkpoint, checked_sums, archived_entries, entries, transfers, holds, accounts',
    );
    this.addSql('DROP FUNCTION note_account_day, refuse_change, check_transfer_balances');
  }
}
