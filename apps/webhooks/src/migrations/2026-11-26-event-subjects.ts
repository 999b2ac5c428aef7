import { Migration } from '@mikro-orm/migrations';

const TABLES = ['events', 'deliveries'];

/**
 * Events and deliveries name their subject, which may be a batch: `video_id` becomes `subject_id`. The version before, beside
 * this one, writes and reads the former column, so a trigger fills each from the other. A later release drops `video_id` with its
 * two indexes and the trigger. Rows that are there are copied here, while writers wait.
 */
export class EventSubjects extends Migration {
  override up(): void {
    this.addSql(`CREATE FUNCTION name_subject() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.subject_id := coalesce(NEW.subject_id, NEW.video_id);
        NEW.video_id := NEW.subject_id;
        RETURN NEW;
      END $$`);
    for (const table of TABLES) {
      this.addSql(`ALTER TABLE ${table} ADD COLUMN subject_id uuid`);
      this.addSql(`UPDATE ${table} SET subject_id = video_id`);
      this.addSql(`ALTER TABLE ${table} ALTER COLUMN subject_id SET NOT NULL`);
      this.addSql(
        `CREATE TRIGGER ${table}_subject BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION name_subject()`,
      );
    }
    this.addSql(`CREATE UNIQUE INDEX events_of_subject ON events (subject_id, sequence)`);
    this.addSql(
      `CREATE INDEX deliveries_of_subject ON deliveries (endpoint_id, subject_id, sequence) WHERE state = 'pending'`,
    );
  }

  override down(): void {
    this.addSql(`DROP INDEX deliveries_of_subject, events_of_subject`);
    for (const table of TABLES) {
      this.addSql(`DROP TRIGGER ${table}_subject ON ${table}`);
      this.addSql(`ALTER TABLE ${table} DROP COLUMN subject_id`);
    }
    this.addSql(`DROP FUNCTION name_subject`);
  }
}
