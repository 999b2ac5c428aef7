import { Migration } from '@mikro-orm/migrations';

/**
 * What each organization's templates come to, over all versions, and what it may come to where that is its own number. The
 * database counts, so that no write can forget to, cascades included; and since when a version has had a successor.
 */
export class CountTemplates extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE template_usage (
      org_id uuid PRIMARY KEY,
      templates int NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0,
      max_templates int NULL,
      max_bytes bigint NULL
    )`);
    this.addSql(`ALTER TABLE template_versions
      ADD COLUMN bytes int NOT NULL DEFAULT 0,
      ADD COLUMN superseded_at timestamptz(3) NULL`);
    this.addSql(`UPDATE template_versions AS old SET bytes = octet_length(document::text), superseded_at = (
      SELECT created_at FROM template_versions AS next
       WHERE next.template_id = old.template_id AND next.version = old.version + 1)`);
    this.addSql(`INSERT INTO template_usage (org_id, templates, bytes)
      SELECT org_id, count(DISTINCT id), coalesce(sum(bytes), 0)
        FROM templates LEFT JOIN template_versions ON template_id = id GROUP BY org_id`);
    this.addSql(`CREATE INDEX template_versions_superseded ON template_versions (superseded_at)
      WHERE superseded_at IS NOT NULL`);
    this.addSql(`CREATE FUNCTION count_template() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO template_usage AS held (org_id, templates) VALUES (NEW.org_id, 1)
            ON CONFLICT (org_id) DO UPDATE SET templates = held.templates + 1;
          RETURN NEW;
        END IF;
        UPDATE template_usage SET templates = templates - 1, bytes = bytes -
            (SELECT coalesce(sum(v.bytes), 0) FROM template_versions v WHERE v.template_id = OLD.id)
          WHERE org_id = OLD.org_id;
        RETURN OLD;
      END $$`);
    this.addSql(`CREATE TRIGGER templates_count BEFORE INSERT OR DELETE ON templates
      FOR EACH ROW EXECUTE FUNCTION count_template()`);
    // A version that goes with its template was counted with it.
    this.addSql(`CREATE FUNCTION count_template_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          NEW.bytes := octet_length(NEW.document::text);
          UPDATE template_usage SET bytes = template_usage.bytes + NEW.bytes FROM templates t
            WHERE t.id = NEW.template_id AND template_usage.org_id = t.org_id;
          UPDATE template_versions SET superseded_at = NEW.created_at
            WHERE template_id = NEW.template_id AND version = NEW.version - 1;
          RETURN NEW;
        END IF;
        UPDATE template_usage SET bytes = template_usage.bytes - OLD.bytes FROM templates t
          WHERE t.id = OLD.template_id AND template_usage.org_id = t.org_id;
        RETURN OLD;
      END $$`);
    this.addSql(`CREATE TRIGGER template_versions_count BEFORE INSERT OR DELETE ON template_versions
      FOR EACH ROW EXECUTE FUNCTION count_template_version()`);
  }

  override down(): void {
    this.addSql('DROP TRIGGER template_versions_count ON template_versions');
    this.addSql('DROP TRIGGER templates_count ON templates');
    this.addSql('DROP FUNCTION count_template_version');
    this.addSql('DROP FUNCTION count_template');
    this.addSql('DROP INDEX template_versions_superseded');
    this.addSql('ALTER TABLE template_versions DROP COLUMN bytes, DROP COLUMN superseded_at');
    this.addSql('DROP TABLE template_usage');
  }
}
