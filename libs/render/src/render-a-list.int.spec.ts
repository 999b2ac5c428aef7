import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { checkOutput, DEFAULT_TOOLS } from '#libs/encode';
import { applyModifications, type TemplateDocument, validateTemplate } from '#libs/template';
import { temporaryFolder } from '#libs/testing';
import { compile } from '#libs/timeline';
import { drawStill, filesOfStill, openRenderTools, renderJob, type RenderTools } from './index.js';

const SIZE = { width: 640, height: 360 };
const FPS = 12;
const folder = temporaryFolder('list');
const most = 100_000_000;

const DOCUMENT = {
  name: 'Listings',
  ...SIZE,
  background_color: '#101828',
  variables: { names: { type: 'string', default: 'Mill,Loft,Barn' } },
  pages: [
    {
      number: 1,
      duration: 1,
      when: 'names != ""',
      layers: [
        {
          ...{ name: 'row', type: 'group', x: 20, y: '{{index}}5%', width: 600, height: 30 },
          repeat: { list: 'names.split(",")', as: 'name', most: 6 },
          layers: [
            { ...{ name: 'bar', type: 'shape', shape: 'rectangle', fill_color: '#0f766e' } },
            { ...{ name: 'label', type: 'text', text: '{{name}}', font_size: 22, text_color: '#ffffff' } },
          ],
        },
      ],
    },
    {
      number: 2,
      duration: 1,
      when: 'names != ""',
      repeat: { list: 'names.split(",")', as: 'name' },
      transition: { type: 'slide', duration: 0.5 },
      layers: [
        {
          ...{ name: 'photo', type: 'shape', shape: 'rectangle', fill_color: '#f59e0b' },
          mask: { layer: 'window' },
        },
        { ...{ name: 'window', type: 'shape', shape: 'ellipse' }, x: 220, y: 40, width: 200, height: 200 },
        {
          ...{ name: 'title', type: 'text', y: 250, height: 90, align: 'center', font_size: 60 },
          text: '{{name}}',
          text_color: '#ffffff',
        },
      ],
    },
    {
      number: 3,
      duration: 1,
      transition: { type: 'fade', duration: 0.25, when: 'names != ""' },
      layers: [{ name: 'end', type: 'text', text: 'The end', font_size: 60, text_color: '#ffffff', align: 'center' }],
    },
  ],
};

const settings = {
  ...{ folder: join(folder, 'kept'), ffmpeg: DEFAULT_TOOLS, repeatsStillRuns: true, keptBytes: most },
  disk: { total: 2_000_000_000, cache: 500_000_000 },
  assetMaxBytes: { image: most, audio: most, video: most, font: most, caption: most, lottie: most },
  ...{ assetSpareMs: 0, assetFetchTimeoutMs: 10_000, assetStallTimeoutMs: 10_000 },
  videoLimits: { assets: 100, bytes: most, fontBytes: most, imagePixels: most },
};
const noFiles = { fetchToFile: () => Promise.reject(new Error('the document names no file')) };
const hooks = { signal: new AbortController().signal, onFrame: () => undefined };
let tools: RenderTools;

beforeAll(async () => {
  tools = await openRenderTools(settings, { fetcher: noFiles });
});

function documentOf(names: readonly string[]): TemplateDocument {
  const checked = validateTemplate(DOCUMENT);
  const applied = checked.ok ? applyModifications(checked.value, { variables: { names: names.join(',') } }) : checked;
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return applied.value;
}

const thirty = Array.from({ length: 30 }, (_, index) => `No. ${index + 1}`);

/** A page of a second for each item, each shortened by a transition of half a second; the last by a quarter. */
it.each<[names: readonly string[], frames: number, moments: number[]]>([
  [['Mill', 'Loft', 'Barn'], 12 * (1 + 3 * 0.5 + 0.75), [0.4, 1.2, 1.7, 2.2, 3]],
  [[], 12, [0.5]],
  [thirty, 12 * (1 + 30 * 0.5 + 0.75), [0.4, 1.25, 15.7]],
])(
  'a template that repeats for %j is rendered',
  async (names, frames, moments) => {
    const document = documentOf(names);
    expect(compile(document, { fps: FPS }).frameCount).toBe(frames);
    const whole = { from_frame: 0, to_frame: frames, frame_count: frames };
    const plan = { document, ...whole, format: 'mp4', encoder: 'software', fps: FPS, test: false } as const;
    const work = join(folder, `${names.length}`);
    await mkdir(work);
    const video = await renderJob({ plan, folder: work }, tools, hooks);
    const expected = { ...SIZE, fps: FPS, frameCount: frames, format: 'mp4' } as const;
    expect(await checkOutput(video.file, expected)).toMatchObject({ ok: true });
    const pictures = new Set<string>();
    for (const timeS of moments) {
      const still = { document, timeS, style: { format: 'png' } } as const;
      const { entries } = await tools.assets.gather(filesOfStill(still), hooks.signal);
      const { file } = await drawStill({ ...still, assets: entries, folder: work }, tools);
      pictures.add((await readFile(file)).toString('base64'));
    }
    expect(pictures.size).toBe(moments.length);
  },
  60_000,
);
