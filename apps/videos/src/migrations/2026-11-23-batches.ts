import { Migration } from '@mikro-orm/migrations';

/**
 * Batches, and the batch of a video. The version before may run beside this one: its videos belong to none.
 *
 * The indexes of `videos` lock writers out while they are built. Where there are millions of videos, build them beforehand
 * with CREATE INDEX CONCURRENTLY, under these names, after the columns.
 */
export class CreateBatches extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE batches (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      status text NOT NULL CONSTRAINT batches_status_check
        CHECK (status IN ('RESERVING', 'RELEASING', 'PROCESSING', 'FINISHED')),
      name text NULL,
      template_id uuid NOT NULL,
      template_version int NOT NULL,
      format text NOT NULL,
      test boolean NOT NULL,
      retry_of uuid NULL,
      videos int NOT NULL,
      credits int NOT NULL DEFAULT 0,
      holding boolean NOT NULL DEFAULT false,
      totals jsonb NULL,
      trace_headers jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz(3) NOT NULL,
      touched_at timestamptz(3) NOT NULL,
      canceled_at timestamptz(3) NULL,
      finished_at timestamptz(3) NULL
    )`);
    this.addSql(`CREATE INDEX batches_by_org ON batches (org_id, created_at, id)`);
    this.addSql(`CREATE INDEX batches_unfinished ON batches (status, touched_at) WHERE status <> 'FINISHED'`);
    this.addSql(`CREATE INDEX batches_finished ON batches (finished_at) WHERE status = 'FINISHED'`);
    this.addSql(`ALTER TABLE videos ADD COLUMN IF NOT EXISTS batch_id uuid NULL,
      ADD COLUMN IF NOT EXISTS batch_row int NULL`);
    this.addSql(
      `CREATE INDEX IF NOT EXISTS videos_by_batch ON videos (batch_id, batch_row) WHERE batch_id IS NOT NULL`,
    );
    this.addSql(`CREATE INDEX IF NOT EXISTS videos_unended_by_batch ON videos (batch_id)
      WHERE batch_id IS NOT NULL AND status = 'PROCESSING'`);
  }

  override down(): void {
    this.addSql('DROP INDEX videos_by_batch, videos_unended_by_batch');
    this.addSql('ALTER TABLE videos DROP COLUMN batch_id, DROP COLUMN batch_row');
    this.addSql('DROP TABLE batches');
  }
}
