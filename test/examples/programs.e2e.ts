import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '#libs/embedded';
import { DEFAULT_TOOLS, probe } from '#libs/encode';
import { eventually, launchChromium, newTestOrganization, temporaryFolder, type TestOrganization } from '#libs/testing';
import { installCommand } from '../e2e/packed-command.js';
import { balance } from '../e2e/steps.js';

const ROOT = join(import.meta.dirname, '../..');
/** Programs, a browser and renders share the cores with other tests. */
const TIMEOUT_MS = 300_000;
const folder = temporaryFolder('example-programs');
let system: TestOrganization;

beforeAll(async () => {
  system = await newTestOrganization();
  await symlink(join(ROOT, 'examples'), join(folder, 'examples'));
}, TIMEOUT_MS);

/** Starts the one command of an example's README, with the address and the key of the system. */
function start(example: string, further: NodeJS.ProcessEnv = {}): ChildProcess {
  const readme = readFileSync(join(ROOT, 'examples', example, 'README.md'), 'utf8');
  const [command, ...others] = Array.from(readme.matchAll(/^\$ (.+)$/gm), ([, line]) => line!);
  expect([others, command]).toEqual([[], expect.any(String)]);
  const line = command!.replace('http://127.0.0.1:8080/v1', system.baseUrl).replace('fw_…', system.apiKey);
  return spawn('bash', ['-c', line.replace(/^(?=BASE_URL=)/, 'exec env ')], {
    cwd: folder,
    env: { ...process.env, ...further },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Runs it to its end; `reply` answers its question. */
async function run(example: string, reply?: string): Promise<string> {
  const child = start(example);
  let shown = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    shown += chunk;
    if (reply !== undefined && chunk.includes('[y/N]')) child.stdin!.end(`${reply}\n`);
  });
  const [code] = (await once(child, 'close')) as [number];
  expect([shown, code]).toEqual([expect.any(String), 0]);
  return shown;
}

it(
  'an audiogram is rendered in both sizes, as long as its recording',
  async () => {
    await installCommand(folder);
    await run('audiogram');
    for (const [size, height] of [['default', 1080] as const, ['story', 1920] as const]) {
      const info = await probe(join(folder, `episode/${size}.mp4`), DEFAULT_TOOLS);
      expect(info).toMatchObject({ video: { width: 1080, height }, audio: {} });
    }
  },
  TIMEOUT_MS,
);

describe('an agent', () => {
  it(
    'makes a video, and pays for it when the person agrees',
    async () => {
      const { available } = await balance(system);
      const shown = await run('agent', 'y');
      expect((await fetch(/The video: (http\S+\.mp4)/.exec(shown)![1]!)).status).toBe(200);
      expect(statSync(join(folder, 'still-1.webp')).size).toBeGreaterThan(1_000);
      const price = Number(/Pay (\d+) credits/.exec(shown)![1]);
      await eventually(async () => expect(await balance(system)).toEqual({ available: available - price, held: 0 }));
    },
    TIMEOUT_MS,
  );

  it(
    'pays nothing when the person declines',
    async () => {
      const before = await balance(system);
      expect(await run('agent', 'n')).toContain('The user has declined to pay.');
      expect(await balance(system)).toEqual(before);
    },
    TIMEOUT_MS,
  );
});

it(
  'a customer sees a video while typing, orders it and plays it',
  async () => {
    await promisify(execFile)(process.execPath, [join(ROOT, 'libs/preview/package/pack.mjs'), 'dist'], { cwd: folder });
    const port = await freePort();
    const shop = start('embedded-preview', { PORT: String(port) });
    const output = text(shop.stdout!);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await eventually(() => page.goto(`http://127.0.0.1:${port}`), { timeoutMs: 30_000 });
      const picture = () => page.locator('canvas').screenshot();
      await page.locator('canvas').waitFor();
      const first = await picture();
      await page.getByLabel('Headline').fill('Warm bread at six');
      await eventually(async () => expect(await picture()).not.toEqual(first), { timeoutMs: 30_000 });
      await page.getByRole('button', { name: 'Order this video' }).click();
      await page.getByText('Your video is finished.').waitFor({ timeout: 200_000 });
      await page.waitForFunction('document.querySelector("video").readyState >= 2');
    } finally {
      await browser.close();
      shop.kill();
    }
    expect(await output).toBe(`The shop is at http://127.0.0.1:${port}\n`);
  },
  TIMEOUT_MS,
);
