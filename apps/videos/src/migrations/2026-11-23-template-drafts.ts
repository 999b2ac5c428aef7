import { Migration } from '@mikro-orm/migrations';

/**
 * Templates have a name of their own and can be archived; each has at most one draft, whose bytes count to the quota of its
 * organization. The revision stands beside the template, because it must not begin again with the next draft.
 */
export class AddTemplateDrafts extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE templates
      ADD COLUMN name text NULL,
      ADD COLUMN archived_at timestamptz(3) NULL,
      ADD COLUMN draft_revision int NOT NULL DEFAULT 0`);
    // json, not jsonb: a document comes back with its keys in the order they were sent.
    this.addSql(`CREATE TABLE template_drafts (
      template_id uuid PRIMARY KEY,
      document json NOT NULL,
      base_version int NOT NULL,
      bytes int NOT NULL DEFAULT 0,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT template_drafts_template_id_foreign FOREIGN KEY (template_id) REFERENCES templates (id)
        ON UPDATE CASCADE ON DELETE CASCADE
    )`);
    this.addSql(
      countTemplate(`
            (SELECT coalesce(sum(v.bytes), 0) FROM template_versions v WHERE v.template_id = OLD.id) -
            (SELECT coalesce(sum(d.bytes), 0) FROM template_drafts d WHERE d.template_id = OLD.id)`),
    );
    // A draft that goes with its template was counted with it.
    this.addSql(`CREATE FUNCTION count_template_draft() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        template uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.template_id ELSE NEW.template_id END;
        change bigint := CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE -OLD.bytes END;
      BEGIN
        IF TG_OP <> 'DELETE' THEN
          NEW.bytes := octet_length(NEW.document::text);
          change := change + NEW.bytes;
        END IF;
        UPDATE template_usage SET bytes = template_usage.bytes + change FROM templates t
          WHERE t.id = template AND template_usage.org_id = t.org_id;
        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
      END $$`);
    this.addSql(`CREATE TRIGGER template_drafts_count BEFORE INSERT OR UPDATE OR DELETE ON template_drafts
      FOR EACH ROW EXECUTE FUNCTION count_template_draft()`);
  }

  override down(): void {
    this.addSql('DELETE FROM template_drafts');
    this.addSql('DROP TABLE template_drafts');
    this.addSql('DROP FUNCTION count_template_draft');
    this.addSql(
      countTemplate(`
            (SELECT coalesce(sum(v.bytes), 0) FROM template_versions v WHERE v.template_id = OLD.id)`),
    );
    this.addSql('ALTER TABLE templates DROP COLUMN name, DROP COLUMN archived_at, DROP COLUMN draft_revision');
  }
}

/** The function that counts templates. @param bytes the expression for the bytes that go with a template */
function countTemplate(bytes: string): string {
  return `CREATE OR REPLACE FUNCTION count_template() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO template_usage AS held (org_id, templates) VALUES (NEW.org_id, 1)
            ON CONFLICT (org_id) DO UPDATE SET templates = held.templates + 1;
          RETURN NEW;
        END IF;
        UPDATE template_usage SET templates = templates - 1, bytes = bytes -${bytes}
          WHERE org_id = OLD.org_id;
        RETURN OLD;
      END $$`;
}
