import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiClient, createApiClient, listAll, type TemplateDocument, unwrap } from '#libs/client';
import { eventually, startSystem, type TestSystem } from '#libs/testing';

const MANUAL = join(import.meta.dirname, '../manual');
const ROWS = 60;
/** The default of the gateway. Every row takes at least three requests. */
const PER_MINUTE = '100';
const CSV = ['product,price', ...Array.from({ length: ROWS }, (_, row) => `"Product, ${row}",${row + 1} €`)].join('\n');
const TIMEOUT_MS = 900_000;

interface Shop {
  orgId: string;
  client: ApiClient;
  /** The environment of the program. */
  env: NodeJS.ProcessEnv;
  /** Where its videos go. */
  folder: string;
}

describe('the program of the manual makes 60 videos of 60 rows at the default rate limit', () => {
  let system: TestSystem;
  let file: string;

  beforeAll(async () => {
    system = await startSystem({ RATE_LIMIT_PER_MINUTE: PER_MINUTE });
    file = join(system.dataFolder, 'products.csv');
    writeFileSync(file, CSV);
  }, 240_000);

  afterAll(() => system.stop(), 60_000);

  it(
    'without an error',
    async () => {
      const shop = await newShop('calm');
      await runProgram(shop);
      await expectAllRows(shop);
    },
    TIMEOUT_MS,
  );

  it(
    'without an error while the gateway is killed',
    async () => {
      const shop = await newShop('killed');
      const program = runProgram(shop);
      await eventually(() => finished(shop).length > 0, { timeoutMs: TIMEOUT_MS });
      await system.kill('gateway');
      expect(finished(shop).length).toBeLessThan(ROWS);
      await program;
      await expectAllRows(shop);
    },
    TIMEOUT_MS,
  );

  /** A customer with the default limit, 1,000 credits and the template of the manual, made tiny. */
  async function newShop(name: string): Promise<Shop> {
    const { id: orgId } = (await system.operator('organization', 'create', name)) as { id: string };
    const { key } = (await system.operator('key', 'create', orgId, '--kind', 'read_write')) as { key: string };
    await system.operator('credits', 'grant', orgId, '1000');
    const client = createApiClient({ baseUrl: system.baseUrl, apiKey: key });
    const card = JSON.parse(readFileSync(join(MANUAL, 'product-card.json'), 'utf8')) as TemplateDocument;
    const pages = card.pages.map((page) => ({ ...page, duration: 0.5 }));
    const { id } = await unwrap(client.POST('/templates', { body: { ...card, width: 64, height: 64, pages } }));
    const folder = join(system.dataFolder, name);
    mkdirSync(folder);
    return { orgId, client, folder, env: { ...process.env, BASE_URL: system.baseUrl, API_KEY: key, TEMPLATE: id } };
  }

  async function runProgram({ env, folder }: Shop): Promise<void> {
    const args = [join(MANUAL, 'csv-to-videos.ts'), file, folder];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toHaveLength(ROWS);
  }

  async function expectAllRows(shop: Shop): Promise<void> {
    expect(finished(shop).sort()).toEqual(Array.from({ length: ROWS }, (_, row) => `${row + 1}.mp4`).sort());
    const rows: (string | null)[] = [];
    for await (const { status, metadata, file_size } of listAll(shop.client, '/videos')) {
      expect(status).toBe('COMPLETED');
      const written = readFileSync(join(shop.folder, `${metadata!.replace('row ', '')}.mp4`));
      expect(written.length).toBe(file_size);
      rows.push(metadata);
    }
    expect(new Set(rows).size).toBe(ROWS);
    expect(rows).toHaveLength(ROWS);
    expect(await system.operator('credits', 'show', shop.orgId)).toMatchObject({ available: 1_000 - ROWS, held: 0 });
  }
});

/** The names of the complete files. */
function finished({ folder }: Shop): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.mp4'));
}
