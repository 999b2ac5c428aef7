import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_TOOLS, type KeptMeanwhile } from '#libs/encode';
import type { TemplateDocument } from '#libs/template';
import { temporaryFolder, validDocument } from '#libs/testing';
import { compile } from '#libs/timeline';
import { openRenderTools, renderJob, type RenderTools, SharedPictures } from './index.js';

const folder = temporaryFolder('shared-pictures');
const run = promisify(execFile);
const TEN_MINUTES_MS = 10 * 60_000;
const GONE = 4_194_305; // above the largest number of a process
const PACE = { fps: 24, fromS: 0, speed: 1, firstPicture: 0 };
let names = 0;

/** Pictures of 100 bytes in a folder of their own. */
function shelf(budgetBytes = 18_000) {
  const own = join(folder, `${++names}`);
  const shared = new SharedPictures({ folder: own, budgetBytes });
  const open = (order: string, content = 'clip', pictures = 20) =>
    shared.of(order, content)({ run: PACE, pictureBytes: 100, pictures });
  const keep = async (...asked: Parameters<typeof open>): Promise<void> => {
    const place = (await open(...asked)) as KeptMeanwhile;
    await writeFile(place.file, Buffer.alloc(1_950));
    await place.end(true, true);
  };
  return { shared, open, keep, files: () => readdir(own), folder: own };
}

describe('decoded pictures of an order', () => {
  it('are kept by the first that decodes them, in whole pictures, and found by all others', async () => {
    const { open, files } = shelf();
    const place = (await open('batch:1')) as KeptMeanwhile;
    expect(place).toMatchObject({ mostPictures: 20 });
    expect(await open('batch:1')).toBeNull(); // they are being made
    await writeFile(place.file, Buffer.alloc(1_950));
    await place.end(true, true);
    expect(await open('batch:1')).toMatchObject({ isWhole: true });
    expect(await open('batch:2')).toHaveProperty('mostPictures');
    expect(await open('batch:1', 'another clip')).toHaveProperty('mostPictures');
    expect((await files()).map((name) => name.split('.').at(-1)).toSorted()).toEqual(['making', 'making', 'whole']);
  });

  it('are a part if the decoder was ended, or more were not to be kept, and nothing if it failed', async () => {
    const { open, files } = shelf();
    const ends: [boolean, boolean, number][] = [
      [true, false, 1_500],
      [true, true, 2_000],
      [false, false, 1_500],
      [true, true, 99],
    ];
    for (const [row, [isGood, isWhole, bytes]] of ends.entries()) {
      const place = (await open(`batch:${row}`)) as KeptMeanwhile;
      await writeFile(place.file, Buffer.alloc(bytes));
      await place.end(isGood, isWhole);
    }
    expect((await files()).map((name) => name.split('.').at(-1))).toEqual(['part', 'part']);
  });

  it('of one run take half of all, of one batch two thirds, and none of an order in the place of another', async () => {
    const { open, keep, files } = shelf();
    const long = (await open('batch:1', 'long', 1e6)) as KeptMeanwhile;
    expect(long).toMatchObject({ mostPictures: 90 });
    await long.end(false, false);
    const { keep: keepHere, open: openHere, files: filesHere } = shelf();
    for (const clip of ['a', 'b', 'c']) await keepHere('batch:1', clip);
    expect(await openHere('batch:1', 'long', 1e6)).toMatchObject({ mostPictures: 63 });
    expect(await filesHere()).toHaveLength(4);
    expect(await open('batch:1', 'short', 8)).toBeNull();
    for (let row = 0; row < 9; row++) await keep(`batch:${row}`);
    expect(await files()).toHaveLength(6);
    for (let row = 0; row < 9; row++) await keep(`other:${row}`);
    expect(await files()).toHaveLength(9);
    expect(await open('other:8')).toHaveProperty('isWhole');
  });

  it('are removed ten minutes after their last use, and at once if their process has left them', async () => {
    const { shared, keep, files, open, folder: of } = shelf();
    await keep('batch:1');
    const [name = ''] = await files();
    await writeFile(join(of, name.replace('.whole', `.${GONE}-2000.making`)), 'unfinished');
    await writeFile(join(of, name.replace('.whole', `.${process.pid}-2000.making`)), 'unfinished');
    await utimes(join(of, name), new Date(), new Date(Date.now() - TEN_MINUTES_MS + 5_000));
    await shared.sweep();
    expect(await files()).toHaveLength(2);
    expect(await open('batch:1')).toHaveProperty('isWhole'); // it is used
    await shared.sweep(Date.now() + TEN_MINUTES_MS - 5_000);
    expect(await files()).toHaveLength(2);
    await shared.sweep(Date.now() + TEN_MINUTES_MS + 5_000);
    expect(await files()).toEqual([expect.stringMatching(/making$/)]);
  });
});

describe('the sizes of an order', () => {
  const fps = 12;
  const most = 100_000_000;
  const SIZES = [
    [320, 180],
    [180, 320],
    [200, 200],
  ] as const;
  let clip: string;
  const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

  beforeAll(async () => {
    clip = join(folder, 'clip.mp4');
    const options = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-colorspace', 'bt709', '-preset', 'ultrafast'];
    const location = ['-chroma_sample_location', 'left'];
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=384x216:r=24:d=5', ...options, ...location, clip]); // prettier-ignore
  });

  const fetcher = {
    async fetchToFile(_url: string, path: string) {
      await copyFile(clip, path);
      const content = await readFile(clip);
      return { bytes: content.length, sha256: digestOf(content), contentType: '' };
    },
  };

  /** Tools of one process; those with the same `shared` are on one machine. */
  async function toolsOf(shared?: string): Promise<RenderTools> {
    const settings = {
      ...{ folder: join(folder, `kept-${++names}`), ffmpeg: DEFAULT_TOOLS, repeatsStillRuns: true },
      ...{ disk: { total: 2_000_000_000, cache: 500_000_000 }, assetSpareMs: 0, keptBytes: 1_000_000 },
      assetMaxBytes: { image: most, audio: most, video: most, font: most, caption: most, lottie: most },
      ...{ assetFetchTimeoutMs: 10_000, assetStallTimeoutMs: 10_000 },
      ...(shared !== undefined && { sharedPictures: { folder: shared, budgetBytes: most } }),
      videoLimits: { assets: 100, bytes: most, fontBytes: most, imagePixels: most },
    };
    return openRenderTools(settings, { fetcher });
  }

  /** Two pages that show the clip, the second of them from its third second on and twice as fast. */
  function documentOf([width, height]: (typeof SIZES)[number]): TemplateDocument {
    const layer = { name: 'clip', type: 'video', source_url: 'https://a.example/clip.mp4', mute: true };
    const whole = { width: '100%', height: '100%' };
    const pages = [
      { number: 1, duration: 2, layers: [{ ...layer, ...whole }] },
      { number: 2, duration: 1, layers: [{ ...layer, ...whole, trim_start: 2.5, speed: 2 }] },
    ];
    return validDocument({ name: 'Order', width, height, pages });
  }

  /** The digest of one size. @param endAfter frames after which it is canceled */
  async function render(size: (typeof SIZES)[number], tools: RenderTools, endAfter = Infinity): Promise<string> {
    const document = documentOf(size);
    const frame_count = compile(document, { fps }).frameCount;
    const plan = {
      ...{ document, from_frame: 0, to_frame: frame_count, frame_count, order: 'batch:1' },
      ...({ format: 'mp4', encoder: 'software', fps } as const),
    };
    const work = join(folder, `work-${++names}`);
    await mkdir(work);
    const canceling = new AbortController();
    const onFrame = (done: number): void => {
      if (done >= endAfter) canceling.abort(new Error('canceled'));
    };
    const { file } = await renderJob({ plan, folder: work }, tools, { signal: canceling.signal, onFrame });
    return digestOf(await readFile(file));
  }

  it('have the same bytes together as each alone, also after the first one was canceled in its middle', async () => {
    const apart = await toolsOf();
    const alone: string[] = [];
    for (const size of SIZES) alone.push(await render(size, apart));
    const shared = join(folder, `shared-${++names}`);
    await expect(render(SIZES[0], await toolsOf(shared), 10)).rejects.toThrow('canceled');
    expect((await readdir(shared)).map((name) => name.split('.').at(-1))).toEqual(['part']);
    const together: string[] = [];
    for (const size of SIZES) together.push(await render(size, await toolsOf(shared)));
    expect(together).toEqual(alone);
    expect(new Set((await readdir(shared)).map((name) => basename(name).split('.')[2])).size).toBe(2);
    const beside = await toolsOf(join(folder, `shared-${++names}`));
    expect(await Promise.all(SIZES.map((size) => render(size, beside)))).toEqual(alone);
  }, 60_000);
});
