import pg from 'pg';

/** Rows of each organization in every table that a list reads. */
export const ROWS = 10_000;
/** Number of organizations. The lists of the first one are read, and must not read rows of the others. */
const ORGANIZATIONS = 10;
/** Videos of one batch. */
const BATCH = 10;
/** Versions of one template. */
const VERSIONS = 500;

const MADE = `
  SELECT org, org_id, n, md5(org || ' ' || n)::uuid AS id,
         now() - interval '20 days' * (n::float8 / ${ROWS}) - interval '1 hour' AS at
    FROM generate_series(0, ${ORGANIZATIONS - 1}) AS org, generate_series(0, ${ROWS - 1}) AS n,
         LATERAL (SELECT CASE WHEN org = 0 THEN $1::uuid ELSE md5('org ' || org)::uuid END AS org_id) AS named`;
const STATUS = `CASE WHEN n < 20 THEN 'PROCESSING' WHEN n % 50 = 3 THEN 'FAILED' WHEN n % 50 = 7 THEN 'CANCELED' ELSE 'COMPLETED' END`;
const BATCH_ID = `md5(org || ' batch ' || n / ${BATCH})::uuid`;
const TEMPLATE_ID = `md5(org || ' template ' || n)::uuid`;

/** Ids that the lists are asked about. */
export interface Known {
  orgId: string;
  templateId: string;
  webhookId: string;
}

/** Fills the tables of every service, each as its owner, and returns the id of a batch with videos. */
export async function fillTables(databaseUrls: Readonly<Record<string, string>>, known: Known): Promise<string> {
  const { orgId, templateId, webhookId } = known;
  await asOwner(databaseUrls['videos']!, async (client) => {
    await client.query(VIDEOS, [orgId]);
    await client.query(BATCHES, [orgId]);
    await client.query(TEMPLATES, [orgId]);
    await client.query(TEMPLATE_VERSIONS, [orgId]);
    await client.query(VERSIONS_OF_ONE, [templateId]);
    await client.query(`UPDATE templates SET latest_version = ${VERSIONS} WHERE id = $1`, [templateId]);
    await client.query('VACUUM (ANALYZE) videos, batches, templates, template_versions');
  });
  await asOwner(databaseUrls['webhooks']!, async (client) => {
    await client.query(ENDPOINTS, [orgId]);
    await client.query(DELIVERIES, [orgId, webhookId]);
    await client.query('VACUUM (ANALYZE) endpoints, events, deliveries, attempts');
  });
  await asOwner(databaseUrls['credits']!, async (client) => {
    await client.query('BEGIN');
    for (const table of ['transfers', 'entries'])
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_balance`);
    await client.query(TRANSFERS, [orgId]);
    for (const table of ['transfers', 'entries'])
      await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${table}_balance`);
    // The rows filled in lie before the checkpoint, where no count would look.
    await client.query(`WITH dropped AS (DELETE FROM checked_sums) UPDATE ledger_checkpoint SET through = '-infinity'`);
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE) holds, transfers, entries');
  });
  await asOwner(databaseUrls['gateway']!, async (client) => {
    await client.query(MEDIA, [orgId]);
    await client.query(AUDIT_ENTRIES, [orgId]);
    await client.query('VACUUM (ANALYZE) media, audit_entries');
  });
  return oneBatch(databaseUrls['videos']!, orgId);
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function oneBatch(url: string, orgId: string): Promise<string> {
  let id = '';
  await asOwner(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      // One of the made ids that is a UUID of RFC 9562.
      `SELECT id FROM batches WHERE org_id = $1 AND id::text ~ '^.{14}[1-8].{4}[89ab]' ORDER BY created_at LIMIT 1`,
      [orgId],
    );
    id = rows[0]!.id;
  });
  return id;
}

const VIDEOS = `
  INSERT INTO videos (id, org_id, status, template_id, template_version, format, fps, width, height, frame_count, duration_s,
                      credits, document, metadata, public_key, progress, file_size, error, created_at, updated_at, accepted_at,
                      started_at, finished_at, swept_at, expires_at, shown_version, batch_id, batch_row)
  SELECT id, org_id, status, ${TEMPLATE_ID}, 1, 'mp4', 24, 1280, 720, 240, 10, 10, NULL, 'order ' || n,
         'videos/' || id || '/AbCdEfGhIjKlMnOpQrStUv.mp4', CASE WHEN status = 'COMPLETED' THEN 100 ELSE 0 END,
         CASE WHEN status = 'COMPLETED' THEN 2000000 END,
         CASE WHEN status IN ('FAILED', 'CANCELED') THEN json_build_object('code',
           CASE status WHEN 'FAILED' THEN 'RENDER_FAILED' ELSE status END, 'message', 'It ended', 'retryable', false) END,
         at, at, CASE WHEN status = 'PROCESSING' THEN now() ELSE at END, at,
         CASE WHEN status <> 'PROCESSING' THEN at END, CASE WHEN status <> 'PROCESSING' THEN at END,
         CASE WHEN status = 'COMPLETED' THEN at + interval '60 days' END, 5, ${BATCH_ID}, n % ${BATCH} + 1
    FROM (SELECT *, ${STATUS} AS status FROM (${MADE}) AS made) AS made`;

const BATCHES = `
  INSERT INTO batches (id, org_id, status, name, template_id, template_version, format, test, videos, credits, holding, totals,
                       created_at, touched_at, finished_at)
  SELECT DISTINCT ON (${BATCH_ID}) ${BATCH_ID}, org_id, CASE WHEN n < 20 THEN 'PROCESSING' ELSE 'FINISHED' END, 'Batch ' || n,
         ${TEMPLATE_ID}, 1, 'mp4', false, ${BATCH}, ${10 * BATCH}, true,
         CASE WHEN n >= 20 THEN '{"processing":0,"completed":10,"failed":0,"canceled":0,"held":0,"captured":100,"released":0,"progress":100}'::jsonb END,
         at, at, CASE WHEN n >= 20 THEN at END
    FROM (${MADE}) AS made ORDER BY ${BATCH_ID}, n`;

const TEMPLATES = `
  INSERT INTO templates (id, org_id, latest_version, created_at, updated_at, archived_at)
  SELECT ${TEMPLATE_ID}, org_id, 1, at, at, CASE WHEN n % 10 = 9 THEN at END FROM (${MADE}) AS made`;

const TEMPLATE_VERSIONS = `
  INSERT INTO template_versions (template_id, version, name, width, height, duration_s, document, created_at)
  SELECT ${TEMPLATE_ID}, 1, 'Template ' || n, 1280, 720, 10,
         json_build_object('name', 'Template ' || n, 'width', 1280, 'height', 720, 'pages', '[]'::json, 'rest', repeat(md5(id::text), 60)), at
    FROM (${MADE}) AS made`;

const VERSIONS_OF_ONE = `
  INSERT INTO template_versions (template_id, version, name, width, height, duration_s, document, created_at)
  SELECT template_id, number, name, width, height, duration_s, document, created_at
    FROM template_versions, generate_series(2, ${VERSIONS}) AS number WHERE template_id = $1 AND version = 1`;

const ENDPOINTS = `
  INSERT INTO endpoints (id, org_id, url, events, enabled, sealed_secret)
  SELECT md5(org || ' endpoint')::uuid, org_id, 'https://example.com/hooks', '{video.finished}', n % 2 = 0, ''
    FROM (${MADE}) AS made WHERE n = 0 AND org > 0`;

/** SQL that inserts events and their deliveries. The organization that is asked has all deliveries at one endpoint. */
const DELIVERIES = `
  WITH made AS (
    SELECT *, gen_random_uuid() AS event_id, gen_random_uuid() AS delivery_id,
           CASE WHEN org = 0 THEN $2::uuid ELSE md5(org || ' endpoint')::uuid END AS endpoint_id,
           CASE WHEN n % 50 = 3 THEN 'failed' WHEN n % 50 = 7 THEN 'canceled' ELSE 'succeeded' END AS state
      FROM (${MADE}) AS made
  ), event AS (
    INSERT INTO events (id, org_id, video_id, sequence, type, occurred_at, body)
    SELECT event_id, org_id, id, 2, 'video.finished', at, convert_to(repeat(md5(n::text), 40), 'utf8') FROM made
  ), delivery AS (
    INSERT INTO deliveries (id, event_id, endpoint_id, org_id, video_id, sequence, state, attempts, ready, created_at, finished_at)
    SELECT delivery_id, event_id, endpoint_id, org_id, id, 2, state, 1, false, at, at FROM made
  )
  INSERT INTO attempts (delivery_id, number, started_at, duration_ms, status, response_excerpt)
  SELECT delivery_id, 1, at, 20, 200, '' FROM made`;

const TRANSFERS = `
  WITH made AS (
    ${MADE}
  ), hold AS (
    INSERT INTO holds (id, org_id, amount, state, created_at, settled_at) SELECT id, org_id, 1, 'captured', at, at FROM made
  ), transfer AS (
    INSERT INTO transfers (id, org_id, kind, hold_id, amount, created_at)
    SELECT gen_random_uuid(), org_id, kind, id, 1, at + interval '1 second' * later
      FROM made, (VALUES ('hold', 0), ('capture', 1)) AS kinds (kind, later)
    RETURNING id, kind
  ), spent AS (
    SELECT org_id, count(*) AS amount FROM made GROUP BY org_id
  ), account AS (
    INSERT INTO accounts (org_id) SELECT org_id FROM spent ON CONFLICT DO NOTHING
  ), granted AS (
    INSERT INTO transfers (id, org_id, kind, amount, created_at)
    SELECT gen_random_uuid(), org_id, 'grant', amount, now() - interval '30 days' FROM spent RETURNING id, amount
  ), issued AS (
    INSERT INTO entries SELECT id, account, sign * amount FROM granted, (VALUES ('issued', -1), ('available', 1)) AS side (account, sign)
  )
  INSERT INTO entries SELECT id, account, amount FROM transfer JOIN (VALUES ('hold', 'available', -1), ('hold', 'held', 1),
    ('capture', 'held', -1), ('capture', 'spent', 1)) AS side (kind, account, amount) USING (kind)`;

const MEDIA = `
  INSERT INTO media (id, org_id, name, kind, storage_key, bytes, stored_at, created_at)
  SELECT id, org_id, 'photo ' || n || '.jpg', 'image', 'media/' || org_id || '/' || n || '.jpg', 1000, at, at
    FROM (${MADE}) AS made`;

/** Twenty users, each by turns. */
const AUDIT_ENTRIES = `
  INSERT INTO audit_entries (id, organization_id, actor_type, actor_id, actor_name, action, target_type, target_id, status,
                             request_id, address, created_at)
  SELECT id, org_id, 'user', md5('user ' || n % 20)::uuid, n % 20 || '@example.com',
         CASE WHEN n % 50 = 3 THEN 'deleteTemplate' ELSE 'publishTemplateDraft' END, 'templates', id, 200, id, '192.0.2.17', at
    FROM (${MADE}) AS made`;
