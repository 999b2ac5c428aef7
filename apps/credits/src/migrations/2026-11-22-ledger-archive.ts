import { Migration } from '@mikro-orm/migrations';

/**
 * Where old detail goes and what has been checked already. Transfers and entries may be deleted now, by a transaction
 * that says it is archiving and by no other. The version before may run beside this one: it finds every table and
 * column as it was.
 *
 * Its indexes lock writers out while they are built. Where there are millions of transfers, build them beforehand with
 * CREATE INDEX CONCURRENTLY, under these names.
 */
export class ArchiveLedger extends Migration {
  override up(): void {
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
    this.addSql(`CREATE INDEX IF NOT EXISTS transfers_by_age ON transfers (created_at)`);
    // One index in place of two partial ones: deleting a hold looks for its transfers, whatever their kind.
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS transfers_once_a_hold ON transfers (hold_id, (kind = 'hold'))
      WHERE hold_id IS NOT NULL`);
    this.addSql(`DROP INDEX transfers_one_hold, transfers_one_settlement`);
    this.addSql(`CREATE INDEX IF NOT EXISTS holds_by_end ON holds (settled_at) WHERE settled_at IS NOT NULL`);
    this.addSql(`CREATE INDEX IF NOT EXISTS holds_open_by_org ON holds (org_id) INCLUDE (amount) WHERE state = 'held'`);
    this.addSql(`CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND current_setting('ledger.archiving', true) = 'on' THEN RETURN OLD; END IF;
        RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
      END $$`);
    // Rows of videos in flight are few beside those that are kept: a share of the table would be a day's work.
    for (const table of ['holds', 'transfers', 'entries']) {
      this.addSql(`ALTER TABLE ${table} SET (autovacuum_vacuum_scale_factor = 0.01,
        autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01)`);
    }
    // One hot row an organization: pruned as it is read, and vacuumed after so many changes.
    this.addSql(`ALTER TABLE accounts SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
  }

  /** @throws where something was archived: its detail is gone, and the balances rest on the sums */
  override down(): void {
    this.addSql(`DO $$ BEGIN
      IF EXISTS (SELECT 1 FROM archived_entries) THEN RAISE EXCEPTION 'the ledger has archived entries'; END IF;
    END $$`);
    this.addSql(`ALTER TABLE accounts RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)`);
    for (const table of ['holds', 'transfers', 'entries']) {
      this.addSql(`ALTER TABLE ${table} RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor,
        autovacuum_analyze_scale_factor)`);
    }
    this.addSql(`CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
      END $$`);
    this.addSql(`CREATE UNIQUE INDEX transfers_one_hold ON transfers (hold_id) WHERE kind = 'hold'`);
    this.addSql(
      `CREATE UNIQUE INDEX transfers_one_settlement ON transfers (hold_id) WHERE kind IN ('capture', 'release')`,
    );
    this.addSql('DROP INDEX transfers_by_age, transfers_once_a_hold, holds_by_end, holds_open_by_org');
    this.addSql('DROP TABLE ledger_checkpoint, checked_sums, archived_entries');
  }
}
