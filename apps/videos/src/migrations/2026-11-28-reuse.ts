import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the brands and components of organizations, and to the versions and drafts of templates what they use of them. A
 * version that uses something has a second document, in which this is as it was when the version was stored. A replica of
 * the version before does not know it, and reads the document as its author sent it.
 */
export class AddReuse extends Migration {
  override up(): void {
    // json, not jsonb: values come back with their keys in the order they were sent.
    this.addSql(`CREATE TABLE brands (
      org_id uuid PRIMARY KEY,
      brand json NOT NULL,
      revision int NOT NULL,
      updated_at timestamptz(3) NOT NULL
    )`);
    this.createComponents();
    this
      .addSql(`ALTER TABLE template_versions ADD COLUMN pinned json NULL, ADD COLUMN uses text[] NOT NULL DEFAULT '{}',
      ADD COLUMN uses_brand boolean NOT NULL DEFAULT false`);
    this.addSql(`ALTER TABLE template_drafts ADD COLUMN uses text[] NOT NULL DEFAULT '{}',
      ADD COLUMN uses_brand boolean NOT NULL DEFAULT false`);
    this.countVersions(`octet_length(NEW.document::text) + coalesce(octet_length(NEW.pinned::text), 0)`);
  }

  override down(): void {
    this.countVersions('octet_length(NEW.document::text)');
    this.addSql('ALTER TABLE template_drafts DROP COLUMN uses, DROP COLUMN uses_brand');
    this.addSql('ALTER TABLE template_versions DROP COLUMN pinned, DROP COLUMN uses, DROP COLUMN uses_brand');
    this.addSql('DROP TABLE component_versions, components, brands');
    this.addSql('DROP FUNCTION count_component_version, discount_component');
  }

  private createComponents(): void {
    this.addSql(`CREATE TABLE components (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      name text NOT NULL,
      latest_version int NOT NULL,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT components_by_name UNIQUE (org_id, name)
    )`);
    this.addSql(`CREATE TABLE component_versions (
      component_id uuid NOT NULL,
      version int NOT NULL,
      description text NULL,
      contents json NOT NULL,
      uses text[] NOT NULL,
      uses_brand boolean NOT NULL,
      created_at timestamptz(3) NOT NULL,
      bytes int NOT NULL DEFAULT 0,
      PRIMARY KEY (component_id, version),
      CONSTRAINT component_versions_component_id_foreign FOREIGN KEY (component_id) REFERENCES components (id)
        ON DELETE CASCADE
    )`);
    this.addSql(`CREATE FUNCTION count_component_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.bytes := octet_length(NEW.contents::text);
        INSERT INTO template_usage AS held (org_id, bytes)
          SELECT org_id, NEW.bytes FROM components WHERE id = NEW.component_id
          ON CONFLICT (org_id) DO UPDATE SET bytes = held.bytes + NEW.bytes;
        RETURN NEW;
      END $$`);
    this.addSql(`CREATE TRIGGER component_versions_count BEFORE INSERT ON component_versions
      FOR EACH ROW EXECUTE FUNCTION count_component_version()`);
    // Versions are deleted with their component only.
    this.addSql(`CREATE FUNCTION discount_component() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE template_usage SET bytes = bytes -
            (SELECT coalesce(sum(v.bytes), 0) FROM component_versions v WHERE v.component_id = OLD.id)
          WHERE org_id = OLD.org_id;
        RETURN OLD;
      END $$`);
    this.addSql(`CREATE TRIGGER components_discount BEFORE DELETE ON components
      FOR EACH ROW EXECUTE FUNCTION discount_component()`);
  }

  /** @param bytes those of a version of a template, as SQL */
  private countVersions(bytes: string): void {
    this.addSql(`CREATE OR REPLACE FUNCTION count_template_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          NEW.bytes := ${bytes};
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
  }
}
