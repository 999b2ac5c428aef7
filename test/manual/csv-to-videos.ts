// node csv-to-videos.ts products.csv videos
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { createApiClient, download, FramewrightError, listAll, unwrap } from '#libs/client';

const { BASE_URL = '', API_KEY = '', TEMPLATE = '' } = process.env;
const [file = '', folder = ''] = process.argv.slice(2);

// The program has time: it waits for its share of the rate limit, and through an outage of some minutes.
const client = createApiClient({ baseUrl: BASE_URL, apiKey: API_KEY, retries: 30, retryForMs: 3_600_000 });

try {
  await save(await finished(await createBatch()));
} catch (error) {
  if (!(error instanceof FramewrightError)) throw error;
  for (const { message } of error.faults) fail(message);
  if (error.faults.length === 0) fail(`${error.code} ${error.message}`);
}

/** Accepts a video for every row, or none: a fault names its row and column. */
async function createBatch(): Promise<string> {
  const text = await readFile(file);
  const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
  // The same file always has the same key: the program can be started again, and creates no second batch.
  const key = createHash('sha256').update(TEMPLATE).update(text).digest('hex');
  const params = { header: { 'Idempotency-Key': key } };
  const { id, credits } = await unwrap(
    client.POST('/batches', { params, body: { template_id: TEMPLATE, format: 'mp4', rows } }),
  );
  console.log(`batch ${id}: ${rows.length} rows, ${credits.total} credits`);
  return id;
}

async function finished(id: string): Promise<string> {
  for (;;) {
    const { status } = await unwrap(client.GET('/batches/{id}', { params: { path: { id } } }));
    if (status === 'FINISHED') return id;
    await pause(2_000);
  }
}

async function save(batch_id: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for await (const video of listAll(client, '/videos', { params: { query: { batch_id } } })) {
    const { batch_row: row, status, video_url, error } = video;
    if (status === 'COMPLETED') await download(client, video_url, { to: `${folder}/${row}.mp4` });
    else fail(`row ${row}: ${error?.message}`);
  }
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
