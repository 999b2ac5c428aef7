import { Migration } from '@mikro-orm/migrations';

/**
 * Uploaded files. A row is there before its file, so that no file is without one; the organization's numbers count it from
 * then on.
 */
export class CreateMedia extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE media (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      name text NOT NULL,
      kind text NOT NULL CONSTRAINT media_kind_check CHECK (kind IN ('image', 'video', 'audio', 'font')),
      storage_key text NOT NULL CONSTRAINT media_storage_key_unique UNIQUE,
      bytes bigint NOT NULL CONSTRAINT media_bytes_check CHECK (bytes >= 0),
      stored_at timestamptz(3) NULL,
      created_at timestamptz(3) NOT NULL
    )`);
    this.addSql(`CREATE INDEX media_by_org ON media (org_id, created_at, id) WHERE stored_at IS NOT NULL`);
    this.addSql(`CREATE INDEX media_unstored ON media (created_at) WHERE stored_at IS NULL`);
    this.addSql(`CREATE TABLE media_usage (
      org_id uuid PRIMARY KEY,
      files int NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0,
      max_files int NULL,
      max_bytes bigint NULL
    )`);
    // The database counts, so that no statement can forget to.
    this.addSql(`CREATE FUNCTION count_media() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO media_usage AS held (org_id, files, bytes) VALUES (NEW.org_id, 1, NEW.bytes)
            ON CONFLICT (org_id) DO UPDATE SET files = held.files + 1, bytes = held.bytes + NEW.bytes;
        ELSIF TG_OP = 'UPDATE' THEN
          UPDATE media_usage SET bytes = bytes + NEW.bytes - OLD.bytes WHERE org_id = NEW.org_id;
        ELSE
          UPDATE media_usage SET files = files - 1, bytes = bytes - OLD.bytes WHERE org_id = OLD.org_id;
        END IF;
        RETURN NULL;
      END $$`);
    this.addSql(`CREATE TRIGGER media_count AFTER INSERT OR DELETE OR UPDATE OF bytes ON media
      FOR EACH ROW EXECUTE FUNCTION count_media()`);
  }

  override down(): void {
    this.addSql('DROP TABLE media');
    this.addSql('DROP TABLE media_usage');
    this.addSql('DROP FUNCTION count_media');
  }
}
