import { Migration } from '@mikro-orm/migrations';

/** Who has a template open: a lease for each user, which ends unless it is renewed. */
export class AddTemplatePresence extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE template_presence (
      template_id uuid NOT NULL,
      user_id uuid NOT NULL,
      name text NOT NULL,
      since timestamptz(3) NOT NULL,
      seen_at timestamptz(3) NOT NULL,
      PRIMARY KEY (template_id, user_id),
      CONSTRAINT template_presence_template_id_foreign FOREIGN KEY (template_id) REFERENCES templates (id)
        ON DELETE CASCADE
    )`);
    this.addSql('CREATE INDEX template_presence_by_time ON template_presence (seen_at)');
  }

  override down(): void {
    this.addSql('DROP TABLE template_presence');
  }
}
