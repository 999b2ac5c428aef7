import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromBufferPromise } from 'yauzl';
import { type ApiClient, createApiClient, listAll, type TemplateDocument, unwrap } from '#libs/client';
import { eventually, findTools, type Receiver, startReceiver, startSystem, type TestSystem } from '#libs/testing';

const MANUAL = join(import.meta.dirname, '../manual');
const PYTHON_CLIENT = join(import.meta.dirname, '../../libs/client-python/src');
const ROWS = 60;
const GRANTED = 1_000;
const CSV = ['product,price', ...Array.from({ length: ROWS }, (_, row) => `"Product, ${row}",${row + 1} €`)].join('\n');
const TIMEOUT_MS = 300_000;

/** The programs of the manual: how each is started, or why it cannot be. */
const python = await findTools<'python-client'>(['python-client']);
const PROGRAMS = {
  TypeScript: { program: process.execPath, script: 'csv-to-videos.ts' },
  Python: { program: 'tools' in python && python.tools['python-client'], script: 'csv_to_videos.py' },
};
type Language = keyof typeof PROGRAMS;
if ('reason' in python) process.stderr.write(`Skipped: a CSV file through the Python client. ${python.reason}\n`);

interface Shop {
  orgId: string;
  key: string;
  template: string;
  client: ApiClient;
  /** The secret of its webhook. */
  secret: string;
  /** Folder for its videos. */
  folder: string;
}

interface ShownBatch {
  id: string;
  status: string;
  videos: Record<string, number>;
  credits: Record<string, number>;
}

describe('a CSV file of 60 rows becomes 60 videos as one batch', () => {
  let system: TestSystem;
  let receiver: Receiver;

  beforeAll(async () => {
    [system, receiver] = await Promise.all([startSystem({ RATE_LIMIT_PER_MINUTE: '100' }), startReceiver()]);
  }, 240_000);

  afterAll(() => Promise.all([system.stop(), receiver.stop()]), 60_000);

  for (const language of ['TypeScript', 'Python'] as const) {
    (PROGRAMS[language].program === false ? it.skip : it)(
      `by the manual's program in ${language} at the default rate limit, also while the gateway is killed`,
      async () => {
        const shop = await newShop(language);
        const program = runProgram(language, shop);
        const isAccepted = async () => (await listOf(shop)).length > 0;
        await eventually(isAccepted, { timeoutMs: TIMEOUT_MS, everyMs: 500 });
        await system.kill('gateway');
        await program;
        const [batch] = await listOf(shop);
        const videos: string[] = [];
        for await (const { status, batch_row: row, file_size } of listAll(shop.client, '/videos')) {
          expect(status).toBe('COMPLETED');
          expect(readFileSync(join(shop.folder, `${row}.mp4`))).toHaveLength(file_size!);
          videos.push(`${row}.mp4`);
        }
        expect(readdirSync(shop.folder).sort()).toEqual(videos.sort());
        expect(new Set(videos).size).toBe(ROWS);
        await expectFinished(shop, batch!.id);
        await runProgram(language, shop); // again: the same batch
        expect((await listOf(shop)).map(({ id }) => id)).toEqual([batch!.id]);
        expect(await balanceOf(shop)).toEqual({ available: GRANTED - ROWS, held: 0 });
      },
      TIMEOUT_MS,
    );
  }

  it('or becomes none: the fault of one row names row and column', async () => {
    const shop = await newShop('faulty');
    const mapping = JSON.stringify({ product: 'product', price: 'price', rate: 'video.fps' });
    const query = new URLSearchParams({ template_id: shop.template, format: 'mp4', mapping });
    const response = await system.fetch(`/batches?${query.toString()}`, {
      method: 'POST',
      key: shop.key,
      headers: { 'content-type': 'text/csv' },
      body: 'product,price,rate\nLamp,89 €,24\nVase,29 €,fast\n',
    });
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { error: { details: [{ field: 'rows[1].rate', message: expect.stringContaining('row 2, column rate: ') }] } },
    ]);
    expect(await listOf(shop)).toEqual([]);
    expect(await balanceOf(shop)).toEqual({ available: GRANTED, held: 0 });
  });

  /** Expects the totals of a batch whose videos are all completed. */
  async function expectFinished(shop: Shop, id: string): Promise<void> {
    const { body } = await system.call('GET', `/batches/${id}`, undefined, shop.key);
    expect(body).toMatchObject({
      status: 'FINISHED',
      videos: { total: ROWS, completed: ROWS },
      credits: { total: ROWS, held: 0, captured: ROWS, released: 0 },
    });
    const manifest = await system.fetch(`/batches/${id}/manifest?format=csv`, { key: shop.key });
    const lines = (await manifest.text()).trim().split('\r\n');
    const facts = 'row,video_id,status,video_url,error_code,error_message,size,metadata';
    expect(lines[0]!.startsWith(`${facts},`)).toBe(true);
    expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(Array<string>(ROWS).fill('COMPLETED'));
    const archive = await system.fetch(`/batches/${id}/archive`, { key: shop.key });
    expect(archive.headers.get('content-type')).toBe('application/zip');
    const { entryCount } = await fromBufferPromise(Buffer.from(await archive.arrayBuffer()), { lazyEntries: true });
    expect(entryCount).toBe(ROWS);
    const event = await eventually(
      () => receiver.verified(shop.secret).find(({ type }) => type === 'batch.finished') ?? false,
    );
    expect(event.data).toEqual(body);
    expect(await balanceOf(shop)).toEqual({ available: GRANTED - ROWS, held: 0 });
    expect(receiver.verified(shop.secret).filter(({ type }) => type === 'batch.finished')).toHaveLength(1);
  }

  /** A customer with the default limit, 1,000 credits, a webhook and the template of the manual, made tiny. */
  async function newShop(name: string): Promise<Shop> {
    const { id: orgId } = (await system.operator('organization', 'create', name)) as { id: string };
    const { key } = (await system.operator('key', 'create', orgId, '--kind', 'read_write')) as { key: string };
    await system.operator('credits', 'grant', orgId, String(GRANTED));
    const client = createApiClient({ baseUrl: system.baseUrl, apiKey: key });
    const card = JSON.parse(readFileSync(join(MANUAL, 'product-card.json'), 'utf8')) as TemplateDocument;
    const pages = card.pages.map((page) => ({ ...page, duration: 0.5 }));
    const body = { ...card, width: 64, height: 64, pages };
    const { id: template } = await unwrap(client.POST('/templates', { body }));
    const hook = { url: `${receiver.url}/${name}`, events: ['batch.finished' as const] };
    const { secret } = await unwrap(client.POST('/webhooks', { body: hook }));
    const folder = join(system.dataFolder, name);
    mkdirSync(folder);
    return { orgId, key, template, client, secret, folder };
  }

  async function runProgram(language: Language, { key, template, folder }: Shop): Promise<void> {
    const file = join(system.dataFolder, 'products.csv');
    writeFileSync(file, CSV);
    const { program, script } = PROGRAMS[language];
    const access = { BASE_URL: system.baseUrl, API_KEY: key, TEMPLATE: template };
    const env = { ...process.env, ...access, PYTHONPATH: PYTHON_CLIENT, PYTHONDONTWRITEBYTECODE: '1' };
    const args = [join(MANUAL, script), file, folder];
    const { stdout, stderr } = await promisify(execFile)(program || '', args, { env });
    expect(stderr).toBe('');
    expect(stdout).toMatch(new RegExp(`^batch \\S+: ${ROWS} rows, ${ROWS} credits\\n$`));
  }

  async function listOf({ key }: Shop): Promise<ShownBatch[]> {
    const { body } = await system.call('GET', '/batches', undefined, key);
    return (body as { data: ShownBatch[] }).data;
  }

  async function balanceOf({ client }: Shop): Promise<{ available: number; held: number }> {
    return eventually(async () => {
      const { available, held } = await unwrap(client.GET('/credits'));
      return held === 0 && { available, held };
    });
  }
});
