import { Migration } from '@mikro-orm/migrations';

/**
 * Accounts, holds, transfers and their double entries. What the code promises the database enforces: no balance below
 * zero, one transfer of each kind per hold, never a capture beside a release, two entries per transfer that add up to 0,
 * and a history that cannot be rewritten.
 */
export class CreateLedger extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE accounts (
      org_id uuid PRIMARY KEY,
      available bigint NOT NULL DEFAULT 0 CONSTRAINT accounts_available_check CHECK (available >= 0),
      held bigint NOT NULL DEFAULT 0 CONSTRAINT accounts_held_check CHECK (held >= 0),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    ) WITH (fillfactor = 50)`); // room on the page, so that a hot row's versions stay out of the index
    this.addSql(`CREATE TABLE holds (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      amount bigint NOT NULL CONSTRAINT holds_amount_check CHECK (amount >= 0),
      state text NOT NULL CONSTRAINT holds_state_check CHECK (state IN ('held', 'captured', 'released')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      settled_at timestamptz(3)
    )`);
    this.addSql(`CREATE INDEX holds_open ON holds (created_at) WHERE state = 'held'`);
    this.addSql(`CREATE TABLE transfers (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      kind text NOT NULL CONSTRAINT transfers_kind_check CHECK (kind IN ('grant', 'hold', 'capture', 'release')),
      hold_id uuid REFERENCES holds (id),
      amount bigint NOT NULL CONSTRAINT transfers_amount_check CHECK (amount > 0),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT transfers_hold_check CHECK ((kind = 'grant') = (hold_id IS NULL))
    )`);
    this.addSql(`CREATE UNIQUE INDEX transfers_one_hold ON transfers (hold_id) WHERE kind = 'hold'`);
    this.addSql(
      `CREATE UNIQUE INDEX transfers_one_settlement ON transfers (hold_id) WHERE kind IN ('capture', 'release')`,
    );
    this.addSql(`CREATE INDEX transfers_by_org ON transfers (org_id, created_at DESC, id DESC)`);
    this.addSql(`CREATE TABLE entries (
      transfer_id uuid NOT NULL REFERENCES transfers (id),
      account text NOT NULL CONSTRAINT entries_account_check CHECK (account IN ('issued', 'available', 'held', 'spent')),
      amount bigint NOT NULL CONSTRAINT entries_amount_check CHECK (amount <> 0),
      PRIMARY KEY (transfer_id, account)
    )`);
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
    this.addSql(`CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
      END $$`);
    for (const table of ['transfers', 'entries']) {
      this.addSql(`CREATE CONSTRAINT TRIGGER ${table}_balance AFTER INSERT ON ${table}
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_transfer_balances()`);
      this.addSql(`CREATE TRIGGER ${table}_are_final BEFORE UPDATE OR DELETE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
    }
  }

  override down(): void {
    this.addSql('DROP TABLE entries, transfers, holds, accounts');
    this.addSql('DROP FUNCTION check_transfer_balances, refuse_change');
  }
}
