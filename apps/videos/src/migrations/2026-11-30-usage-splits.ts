import { Migration } from '@mikro-orm/migrations';

const NOTE = `INSERT INTO usage_changes (org_id, day, outcome, test, seconds, credits)
  VALUES (NEW.org_id, (coalesce(NEW.finished_at, now()) AT TIME ZONE 'UTC')::date,
          coalesce(NEW.error->>'code', 'COMPLETED'), NEW.test, NEW.duration_s, NEW.credits);`;

const NOTE_SPLIT = `INSERT INTO usage_split_changes
    (org_id, day, template_id, creator_type, creator_id, outcome, test, seconds, credits)
  VALUES (NEW.org_id, (coalesce(NEW.finished_at, now()) AT TIME ZONE 'UTC')::date,
          NEW.template_id, NEW.creator_type, NEW.creator_id,
          coalesce(NEW.error->>'code', 'COMPLETED'), NEW.test, NEW.duration_s, NEW.credits);`;

/**
 * Counts the videos that end by template and by creator, too. The changes are in a table of their own: replicas of the
 * version before add up those of `usage_changes`, and would lose the rest of them.
 */
export class AddUsageSplits extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE usage_splits (
      org_id uuid NOT NULL,
      kind text NOT NULL,
      of_id uuid NOT NULL,
      day date NOT NULL,
      outcome text NOT NULL,
      test boolean NOT NULL,
      videos bigint NOT NULL,
      seconds double precision NOT NULL,
      credits bigint NOT NULL,
      PRIMARY KEY (org_id, kind, day, of_id, outcome, test)
    ) WITH (fillfactor = 50)`);
    this.addSql('CREATE INDEX usage_splits_by_day ON usage_splits (day)');
    this.addSql(`CREATE TABLE usage_split_changes (
      id bigserial PRIMARY KEY,
      org_id uuid NOT NULL,
      day date NOT NULL,
      template_id uuid NOT NULL,
      creator_type text NULL,
      creator_id uuid NULL,
      outcome text NOT NULL,
      test boolean NOT NULL,
      seconds double precision NOT NULL,
      credits bigint NOT NULL
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
    this.addSql('CREATE INDEX usage_split_changes_by_org ON usage_split_changes (org_id, day)');
    this.addSql(functionOf(`${NOTE} ${NOTE_SPLIT}`));
  }

  override down(): void {
    this.addSql(functionOf(NOTE));
    this.addSql('DROP TABLE usage_splits, usage_split_changes');
  }
}

/** The function of the trigger on `videos` that ends of videos have. */
function functionOf(statements: string): string {
  return `CREATE OR REPLACE FUNCTION note_usage() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${statements}
      RETURN NULL;
    END $$`;
}
