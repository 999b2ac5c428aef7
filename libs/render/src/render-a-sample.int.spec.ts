import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { checkOutput, DEFAULT_TOOLS } from '#libs/encode';
import { applyModifications, type Modifications, type TemplateDocument, validateTemplate } from '#libs/template';
import { temporaryFolder } from '#libs/testing';
import { compile } from '#libs/timeline';
import { drawStill, filesOfStill, filesToInspect, inspectDocument, openRenderTools, renderJob } from './index.js';
import type { RenderSettings, RenderTools } from './index.js';

const SAMPLES = fileURLToPath(new URL('../../../apps/local/sample/', import.meta.url));
const SIZE = { width: 960, height: 540 };
const FPS = 12;
const folder = temporaryFolder('sample');
const most = 100_000_000;

const SETTINGS: RenderSettings = {
  folder: join(folder, 'kept'),
  ffmpeg: DEFAULT_TOOLS,
  repeatsStillRuns: true,
  disk: { total: 2_000_000_000, cache: 500_000_000 },
  assetSpareMs: 0,
  keptBytes: 100_000_000,
  assetMaxBytes: { image: most, audio: most, video: most, font: most, caption: most, lottie: most },
  assetFetchTimeoutMs: 10_000,
  assetStallTimeoutMs: 10_000,
  videoLimits: { assets: 100, bytes: most, fontBytes: most, imagePixels: most },
};

/** The sample's files, in place of the network. */
const fetcher = {
  async fetchToFile(url: string, path: string) {
    const file = join(SAMPLES, basename(url));
    await copyFile(file, path);
    const content = await readFile(file);
    return { bytes: content.length, sha256: sha256(content), contentType: '' };
  },
};
const hooks = { signal: new AbortController().signal, onFrame: () => undefined };

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function sampleDocument(): Promise<TemplateDocument> {
  const [template, modifications] = await Promise.all(
    ['promo.json', 'promo.modifications.json'].map(async (name) => {
      const json = await readFile(join(SAMPLES, name), 'utf8');
      return JSON.parse(json.replaceAll('sample:/', 'https://sample.test/')) as unknown;
    }),
  );
  const validated = validateTemplate(template);
  if (!validated.ok) throw new Error(JSON.stringify(validated.faults));
  const applied = applyModifications(validated.value, modifications as Modifications);
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return applied.value;
}

describe('with this library alone, a sample', () => {
  let document: TemplateDocument;
  let tools: RenderTools;

  beforeAll(async () => {
    document = await sampleDocument();
    tools = await openRenderTools(SETTINGS, { fetcher });
  });

  it('becomes a checked video with its poster', async () => {
    const frames = compile(document, { fps: FPS }).frameCount;
    const whole = { from_frame: 0, to_frame: frames, frame_count: frames };
    const plan = { document, ...whole, format: 'mp4', encoder: 'software', fps: FPS, test: true } as const;
    const work = join(folder, 'video');
    await mkdir(work);

    const video = await renderJob({ plan, folder: work }, tools, hooks);

    expect(await checkOutput(video.file, { ...SIZE, fps: FPS, frameCount: frames, format: 'mp4' })).toMatchObject({
      ok: true,
      info: { audio: { channels: 2 } },
    });
    const content = await readFile(video.file);
    expect(video).toMatchObject({ fileSize: content.length, sha256: sha256(content), frames, warnings: [] });
    expect(video.steps.map(({ name }) => name)).toEqual(['assets', 'open', 'encode', 'poster', 'check']);
    expect((await readFile(video.poster!)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it('becomes a still', async () => {
    const still = { document, timeS: 5, style: { format: 'webp', width: 320 } } as const;
    const { entries } = await tools.assets.gather(filesOfStill(still), hooks.signal);
    const work = join(folder, 'still');
    await mkdir(work);
    const { file } = await drawStill({ ...still, assets: entries, folder: work }, tools);
    expect((await readFile(file)).toString('latin1', 8, 12)).toBe('WEBP');
  });

  it('is explained, and found without a fault', async () => {
    const inspected = { document, isSilent: false, fps: FPS, explain: true };
    const { entries: assets } = await tools.assets.gather(filesToInspect(inspected), hooks.signal);
    const files = { assets, missing: [], faults: [], warnings: [] };
    const { faults, explanation } = await inspectDocument({ ...inspected, files }, tools, hooks.signal);
    expect(faults).toEqual([]);
    expect(explanation!.layers.map(({ name }) => name)).toContain('background');
  });
});
