import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Compositor } from '#libs/compositor';
import { assetsOf } from '#libs/timeline';
import { openFrameRenderer } from './frame-renderer.js';
import { RendererCache } from './renderer-cache.js';
import {
  BOX,
  HEADLINE,
  PICTURE,
  SIZE,
  type SpecDocument,
  specRenderers,
  timelineOf,
} from './testing/spec-renderers.js';

const { resolve } = createRequire(import.meta.url);
const FONT = 'http://a.example/own.woff2';
const LAYERS = [PICTURE, BOX, HEADLINE];

const renderers = specRenderers();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-'));
  for (const family of ['inter', 'playfair-display'])
    await copyFile(resolve(`@fontsource/${family}/files/${family}-latin-400-normal.woff2`), join(folder, family));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

interface Drawn {
  readonly frame: Buffer;
  /** Rasters that were painted for it. */
  readonly painted: number;
}

/** Draws the first frame. @param files paths of addresses; those of the spec's pictures by default */
async function draw(document: SpecDocument, cache?: RendererCache, files: Record<string, string> = {}): Promise<Drawn> {
  const timeline = timelineOf(document);
  const file = (url: string): string => files[url] ?? renderers.file(url);
  const paths = new Map(assetsOf(timeline).map(({ kind, url }) => [`${kind} ${url}`, file(url)]));
  const keeping = cache && { cache, files: paths };
  const renderer = await openFrameRenderer(timeline, { image: file, font: file, lottie: file }, undefined, keeping);
  const before = renderer.stats.rastersPainted;
  const frame = Buffer.from(await renderer.render(0));
  const painted = renderer.stats.rastersPainted - before;
  await renderer.close();
  return { frame, painted };
}

/** Draws one document after the other, the second with the paintings of the first one kept, and without. */
async function afterAnother(
  [first, second]: readonly [SpecDocument, SpecDocument],
  files: readonly [Record<string, string>?, Record<string, string>?] = [],
): Promise<{ kept: Drawn; fresh: Drawn }> {
  const cache = new RendererCache(1e9);
  await draw(first, cache, files[0]);
  return { kept: await draw(second, cache, files[1]), fresh: await draw(second, undefined, files[1]) };
}

describe('what was painted', () => {
  it('serves an edited document: only the edit is painted', async () => {
    const edited = [PICTURE, BOX, { ...HEADLINE, text: 'Another headline' }];
    const { kept, fresh } = await afterAnother([{ layers: LAYERS }, { layers: edited }]);
    expect(kept.frame.equals(fresh.frame)).toBe(true);
    expect([kept.painted, fresh.painted]).toEqual([1, 3]);
  });

  it.each<[string, SpecDocument]>([
    ['with layers in another order', { layers: [HEADLINE, BOX, PICTURE] }],
    ['with a layer less', { layers: [PICTURE, HEADLINE] }],
    [
      'with another picture',
      { layers: [...LAYERS, { ...PICTURE, name: 'other', source_url: 'http://a.example/half.png', x: 200 }] },
    ],
    ['with another background', { background_color: '#102030', layers: LAYERS }],
    ['of two pages', { pages: [1, 2].map((number) => ({ number, duration: 1, layers: LAYERS.slice(number) })) }],
    ['with a font of its own', { layers: LAYERS, fonts: [{ family: 'Own', source_url: FONT }] }],
    ['of another width', { width: 336, layers: LAYERS }],
  ])('changes no byte of a document %s', async (_case, document) => {
    const files = { [FONT]: join(folder, 'inter') };
    const { kept, fresh } = await afterAnother([{ layers: LAYERS }, document], [files, files]);
    expect(kept.frame.equals(fresh.frame)).toBe(true);
  });

  it('is not shown once an address has another file', async () => {
    const files = { [PICTURE.source_url]: renderers.file('half.png') };
    const { kept, fresh } = await afterAnother([{ layers: [PICTURE] }, { layers: [PICTURE] }], [{}, files]);
    expect(kept.frame.equals(fresh.frame)).toBe(true);
    expect(kept.frame.equals((await draw({ layers: [PICTURE] })).frame)).toBe(false);
  });

  it('is not shown once the address of a font has another file', async () => {
    const document = {
      layers: [{ ...HEADLINE, font_family: 'Own' }],
      fonts: [{ family: 'Own', source_url: FONT }],
    };
    const [inter, playfair] = ['inter', 'playfair-display'].map((family) => ({
      [FONT]: join(folder, basename(family)),
    }));
    const { kept, fresh } = await afterAnother([document, document], [inter, playfair]);
    expect(kept.frame.equals(fresh.frame)).toBe(true);
    expect(kept.frame.equals((await draw(document, undefined, inter)).frame)).toBe(false);
  });

  it('stays within its bytes: what was drawn longest ago is let go of', async () => {
    const cache = new RendererCache(2 * Compositor.bytesFor(SIZE));
    const [first, second] = [{ layers: LAYERS }, { layers: LAYERS, width: 336 }];
    await draw(first, cache);
    await draw(second, cache);
    expect((await draw(second, cache)).painted).toBe(0);
    // The second is larger than the first: both do not fit.
    expect((await draw(first, cache)).painted).toBe(3);
  });

  it('is not kept when a frame could not be drawn', async () => {
    const cache = new RendererCache(1e9);
    const broken = { layers: [BOX, { ...PICTURE, source_url: 'http://a.example/cut.png' }] };
    await expect(draw(broken, cache)).rejects.toMatchObject({ code: 'ASSET_UNSUPPORTED' });
    expect((await draw({ layers: [BOX] }, cache)).painted).toBe(1);
  });
});
