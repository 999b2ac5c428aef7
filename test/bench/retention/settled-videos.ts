import pg from 'pg';

const BATCH = 100_000;
const ORGANIZATIONS = 1_000;
const ID = `md5(n::text)::uuid`;
const ORG = `CASE WHEN n % ${ORGANIZATIONS} = 0 THEN $3::uuid ELSE md5('org ' || n % ${ORGANIZATIONS})::uuid END`;

/** Rows that ended videos leave in credits and webhooks; any part of them can be made due. */
export class SettledVideos {
  private made = 0;
  private readonly credits: pg.Client;
  private readonly webhooks: pg.Client;
  private readonly videos: number;

  /** @param databaseUrls by service */
  constructor(databaseUrls: Record<string, string>, videos: number) {
    this.videos = videos;
    this.credits = new pg.Client({ connectionString: databaseUrls['credits']! });
    this.webhooks = new pg.Client({ connectionString: databaseUrls['webhooks']! });
  }

  /** Inserts for each video a hold with its transfers and entries, and an event that was delivered to `webhookId`. */
  async fill(orgId: string, webhookId: string): Promise<void> {
    await Promise.all([this.credits.connect(), this.webhooks.connect()]);
    for (let from = 0; from < this.videos; from += BATCH) {
      const range = [from, Math.min(from + BATCH, this.videos) - 1];
      await Promise.all([this.fillCredits([...range, orgId]), this.fillWebhooks([...range, orgId, webhookId])]);
    }
    // The rows filled in lie before the checkpoint, where no check would look.
    await this.credits.query(
      `WITH dropped AS (DELETE FROM checked_sums) UPDATE ledger_checkpoint SET through = '-infinity'`,
    );
    await this.credits.query('VACUUM (ANALYZE) holds, transfers, entries');
    await this.webhooks.query('VACUUM (ANALYZE) events, deliveries, attempts');
  }

  /** Lets `count` holds and two events for each come due. */
  async makeDue(count: number): Promise<void> {
    const [first, last] = [this.made, this.made + count - 1];
    this.made += count;
    await this.credits.query(
      `UPDATE holds SET settled_at = now() - interval '91 days' WHERE id IN (SELECT ${ID} FROM generate_series($1::int, $2::int) AS n)`,
      [first, last],
    );
    await this.webhooks.query(
      `UPDATE events SET occurred_at = now() - interval '31 days'
        WHERE id IN (SELECT ${ID} FROM generate_series($1::int, $2::int) AS n)`,
      [2 * first, 2 * last + 1],
    );
  }

  /** Number of due rows that are still there. */
  async left(): Promise<{ holds: number; events: number }> {
    const [holds, events] = await Promise.all([
      this.credits.query<{ left: number }>(
        `SELECT count(*)::int AS left FROM holds WHERE settled_at < now() - interval '90 days'`,
      ),
      this.webhooks.query<{ left: number }>(
        `SELECT count(*)::int AS left FROM events WHERE occurred_at < now() - interval '30 days'`,
      ),
    ]);
    return { holds: holds.rows[0]!.left, events: events.rows[0]!.left };
  }

  /** Whether the ledger has been checked as far as it was filled. */
  async isChecked(): Promise<boolean> {
    const { rows } = await this.credits.query(
      `SELECT 1 FROM ledger_checkpoint WHERE through > now() - interval '5 minutes'`,
    );
    return rows.length > 0;
  }

  /** The connection of the credits service, for changes that a bench makes to tables by hand. */
  get connection(): pg.Client {
    return this.credits;
  }

  async close(): Promise<void> {
    await Promise.all([this.credits.end(), this.webhooks.end()]);
  }

  private async fillCredits(values: unknown[]): Promise<void> {
    await this.credits.query('BEGIN');
    for (const table of ['transfers', 'entries'])
      await this.credits.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_balance`);
    await this.credits.query(
      `WITH made AS (
         SELECT ${ID} AS id, ${ORG} AS org_id, now() - interval '20 hours' * (1 - n::float8 / ${this.videos}) - interval '5 minutes' AS at
           FROM generate_series($1::int, $2::int) AS n
       ), hold AS (
         INSERT INTO holds (id, org_id, amount, state, created_at, settled_at) SELECT id, org_id, 1, 'captured', at, at FROM made
       ), transfer AS (
         INSERT INTO transfers (id, org_id, kind, hold_id, amount, created_at)
         SELECT gen_random_uuid(), org_id, kind, id, 1, at FROM made, (VALUES ('hold'), ('capture')) AS kinds (kind)
         RETURNING id, kind
       ), entry AS (
         INSERT INTO entries SELECT id, account, amount FROM transfer JOIN (VALUES ('hold', 'available', -1), ('hold', 'held', 1),
           ('capture', 'held', -1), ('capture', 'spent', 1)) AS side (kind, account, amount) USING (kind)
       ), spent AS (
         SELECT org_id, count(*) AS amount FROM made GROUP BY org_id
       ), granted AS (
         INSERT INTO transfers (id, org_id, kind, amount, created_at)
         SELECT gen_random_uuid(), org_id, 'grant', amount, now() - interval '1 day' FROM spent RETURNING id, amount
       ), issued AS (
         INSERT INTO entries SELECT id, account, sign * amount FROM granted, (VALUES ('issued', -1), ('available', 1)) AS side (account, sign)
       )
       INSERT INTO accounts (org_id) SELECT org_id FROM spent ON CONFLICT DO NOTHING`,
      values,
    );
    for (const table of ['transfers', 'entries'])
      await this.credits.query(`ALTER TABLE ${table} ENABLE TRIGGER ${table}_balance`);
    await this.credits.query('COMMIT');
  }

  private async fillWebhooks(values: unknown[]): Promise<void> {
    await this.webhooks.query(
      `WITH event AS (
         INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at, body)
         SELECT ${ID}, $3::uuid, md5('video ' || n)::uuid, 2, 'video.finished', now() - interval '1 day', convert_to(repeat(md5(n::text), 40), 'utf8')
           FROM generate_series(2 * $1::int, 2 * $2::int + 1) AS n RETURNING id, org_id, subject_id
       ), delivery AS (
         INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence, state, attempts, ready, finished_at)
         SELECT gen_random_uuid(), id, $4, org_id, subject_id, 2, 'succeeded', 1, false, now() FROM event RETURNING id
       )
       INSERT INTO attempts (delivery_id, number, started_at, duration_ms, status, response_excerpt)
       SELECT id, 1, now(), 20, 200, '' FROM delivery`,
      values,
    );
  }
}
