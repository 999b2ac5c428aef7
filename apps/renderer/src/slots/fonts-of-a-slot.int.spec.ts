import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { serve, temporaryFolder, type TestServer, TYPESCRIPT_ARGUMENTS, validDocument } from '#libs/testing';
import { slotSettings } from '../testing/slot-settings.js';
import { Slot } from './slot.js';

const FPS = 12;
const MOST = 100_000_000;
/**
 * Bytes of fonts that a process may keep: more than each of the fonts below has unpacked, less than any two of them
 * have.
 */
const FONT_BYTES = 1_000_000;

const fonts = join(dirname(createRequire(import.meta.url).resolve('@fontsource/dejavu-sans/package.json')), 'files');
let names: string[];
let folder: string;
let server: TestServer;
let slot: Slot;

beforeAll(async () => {
  folder = temporaryFolder('fonts');
  names = (await readdir(fonts)).filter((name) => name.endsWith('.woff2'));
  server = await serve((request, response) => {
    void readFile(join(fonts, request.url!.slice(1))).then((font) => response.end(font));
  });
});
afterEach(() => slot.stop());
afterAll(async () => {
  await server.stop();
});

function open(): Slot {
  return new Slot({
    videosPerProcess: 100,
    maxMemoryBytes: 1_500_000_000,
    frameTimeoutMs: 10_000,
    entry: join(import.meta.dirname, 'slot-process.ts'),
    execArgv: TYPESCRIPT_ARGUMENTS,
    settings: {
      ...slotSettings(MOST, { videoLimits: { assets: 10, fontBytes: FONT_BYTES } }),
      folder: join(folder, 'slot'),
    },
  });
}

/** Draws a video with a font of its own. @returns the process that drew it, and what became of it. */
async function draw(name: string): Promise<{ pid: number; isKept: boolean }> {
  const source_url = `${server.url}/${name}`;
  const title = { name: 'title', type: 'text', text: 'Own', font_family: 'Own', font_size: 40 };
  const pages = [{ number: 1, duration: 0.5, layers: [title] }];
  const document = { name: 'Spec', width: 160, height: 90, fonts: [{ family: 'Own', source_url }], pages };
  const work = join(folder, 'work');
  await mkdir(work, { recursive: true });
  const frames = { from_frame: 0, to_frame: FPS / 2, frame_count: FPS / 2, fps: FPS };
  const format = { format: 'mp4', encoder: 'software', output_key: 'out.mp4', test: false } as const;
  const child = await slot.open();
  const plan = { ...frames, ...format, document: validDocument(document) };
  const outcome = await slot.run(
    { kind: 'render', work: { plan, folder: work } },
    { signal: new AbortController().signal },
  );
  expect(outcome).toMatchObject({ ok: true });
  return { pid: child.pid!, isKept: child.exitCode === null && child.signalCode === null };
}

it("a slot's process that holds more of videos' fonts than one may have ends, and the fonts with it", async () => {
  slot = open();
  const drawn: { pid: number; isKept: boolean }[] = [];
  for (const name of [...names, ...names]) drawn.push(await draw(name));
  expect(drawn.map(({ isKept }) => isKept)).toEqual(drawn.map((_video, index) => index % 2 === 0));
  expect(new Set(drawn.map(({ pid }) => pid)).size).toBe(drawn.length / 2);
});

it("a slot's process is kept whose videos all have the same font", async () => {
  slot = open();
  const [name] = names;
  const pids = new Set<number>();
  for (let videos = 0; videos < 4; videos += 1) pids.add((await draw(name!)).pid);
  expect(pids.size).toBe(1);
});
