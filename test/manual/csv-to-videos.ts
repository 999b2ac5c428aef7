// node csv-to-videos.ts products.csv videos
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { createApiClient, FramewrightError, render, unwrap, type VideoRequest } from '#libs/client';

const { BASE_URL = '', API_KEY = '', TEMPLATE = '' } = process.env;
const [file = '', folder = ''] = process.argv.slice(2);
const AT_ONCE = 20;

// A batch has time: it waits for its share of the rate limit, and through an outage of some minutes.
const client = createApiClient({ baseUrl: BASE_URL, apiKey: API_KEY, retries: 30, retryForMs: 3_600_000 });
const rows = parse<Record<string, string>>(await readFile(file), { columns: true, bom: true });
const remaining = rows.entries();

await mkdir(folder, { recursive: true });
await Promise.all(Array.from({ length: AT_ONCE }, renderRows));

/** Renders rows until none is left. */
async function renderRows(): Promise<void> {
  for (const [index, variables] of remaining) {
    const row = index + 1;
    try {
      const request: VideoRequest = { template_id: TEMPLATE, format: 'mp4', modifications: { variables } };
      await renderRow(row, { ...request, metadata: `row ${row}` });
    } catch (error) {
      if (!(error instanceof FramewrightError)) throw error;
      fail(row, `${error.code} ${error.message}`);
    }
  }
}

async function renderRow(row: number, request: VideoRequest): Promise<void> {
  const { errors } = await unwrap(client.POST('/videos/validate', { body: request }));
  if (errors.length > 0) {
    fail(row, errors.map(({ field, message }) => `${field}: ${message}`).join('; '));
    return;
  }
  // The same row always has the same key: the program can be started again, and creates no second video.
  const idempotencyKey = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  await render(client, request, { to: `${folder}/${row}.mp4`, idempotencyKey });
  console.log(`row ${row}: done`);
}

function fail(row: number, reason: string): void {
  console.error(`row ${row}: ${reason}`);
  process.exitCode = 1;
}
