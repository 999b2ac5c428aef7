import { Migration } from '@mikro-orm/migrations';

/**
 * Counts what the videos of each key with limits take: a trigger on holds adds what is held and subtracts what is
 * released, in their transactions. Holds of other keys have no spender, and cost nothing.
 */
export class AddSpenders extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE holds ADD COLUMN spender_id uuid NULL');
    this.addSql(`CREATE TABLE spender_days (
      spender_id uuid NOT NULL,
      day date NOT NULL,
      amount bigint NOT NULL CONSTRAINT spender_days_amount_check CHECK (amount >= 0),
      PRIMARY KEY (spender_id, day)
    ) WITH (fillfactor = 50)`);
    this.addSql(`CREATE FUNCTION note_spender() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO spender_days AS days (spender_id, day, amount)
        VALUES (NEW.spender_id, (NEW.created_at AT TIME ZONE 'UTC')::date, NEW.amount)
        ON CONFLICT (spender_id, day) DO UPDATE SET amount = days.amount
          + CASE WHEN NEW.state = 'released' THEN -NEW.amount ELSE NEW.amount END;
        RETURN NULL;
      END $$`);
    // Deferred to the commit: after the account's row, so that a hold and a release lock both in one order.
    this.addSql(`CREATE CONSTRAINT TRIGGER holds_note_spender AFTER INSERT ON holds DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.spender_id IS NOT NULL) EXECUTE FUNCTION note_spender()`);
    this.addSql(`CREATE CONSTRAINT TRIGGER holds_return_to_spender AFTER UPDATE OF state ON holds
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
      WHEN (NEW.spender_id IS NOT NULL AND NEW.state = 'released' AND OLD.state = 'held')
      EXECUTE FUNCTION note_spender()`);
  }

  override down(): void {
    this.addSql('DROP TRIGGER holds_return_to_spender ON holds');
    this.addSql('DROP TRIGGER holds_note_spender ON holds');
    this.addSql('DROP FUNCTION note_spender');
    this.addSql('DROP TABLE spender_days');
    this.addSql('ALTER TABLE holds DROP COLUMN spender_id');
  }
}
