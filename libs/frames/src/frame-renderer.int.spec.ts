import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyModifications, validateTemplate } from '#libs/template';
import { compile, type Timeline } from '#libs/timeline';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type AssetFiles, type FrameRenderer, openFrameRenderer } from './frame-renderer.js';
import { createCanvas, GlobalFonts } from './skia.js';

const SIZE = { width: 320, height: 180 };
const FRAME_BYTES = (SIZE.width * SIZE.height * 3) / 2;

let folder: string;
let assets: AssetFiles;
const opened: FrameRenderer[] = [];

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'frames-spec-'));
  const file = (url: string): string => path.join(folder, path.basename(url));
  assets = { image: file, font: file };
  const canvas = createCanvas(80, 40);
  const context = canvas.getContext('2d');
  context.fillStyle = '#2563eb';
  context.fillRect(0, 0, 40, 40);
  context.fillStyle = '#e2b04a';
  context.fillRect(40, 0, 40, 40);
  await fs.writeFile(file('two-tone.png'), canvas.toBuffer('image/png'));
  await fs.writeFile(file('drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  await fs.writeFile(file('cut.png'), canvas.toBuffer('image/png').subarray(0, 60));
  await fs.writeFile(file('page.html'), '<html>not found</html>');
});

afterAll(async () => {
  await Promise.all(opened.map((renderer) => renderer.close()));
  await fs.rm(folder, { recursive: true });
});

interface Document {
  pages?: object[];
  layers?: object[];
  [field: string]: unknown;
}

/** Compiles a one-page document of one second at 24 fps, or the pages given. */
function timelineOf({ pages, layers = [], ...document }: Document): Timeline {
  const page = { number: 1, duration: 1, background_color: '#ffffff', layers };
  const checked = validateTemplate({ name: 'spec', ...SIZE, ...document, pages: pages ?? [page] });
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const applied = applyModifications(checked.value, {});
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return compile(applied.value, { fps: 24 });
}

async function open(document: Document): Promise<FrameRenderer> {
  const renderer = await openFrameRenderer(timelineOf(document), assets);
  opened.push(renderer);
  return renderer;
}

/** Y, U and V of a pixel. */
function pixel(frame: Uint8Array, x: number, y: number): number[] {
  const luma = SIZE.width * SIZE.height;
  const cell = luma + (y >> 1) * (SIZE.width / 2) + (x >> 1);
  return [frame[y * SIZE.width + x]!, frame[cell]!, frame[cell + luma / 4]!];
}

/** BT.709 limited range, from the standard's own formula. */
function bt709(r: number, g: number, b: number): number[] {
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [16 + (y * 219) / 255, 128 + ((b - y) / 1.8556 / 255) * 224, 128 + ((r - y) / 1.5748 / 255) * 224];
}

function expectColour(frame: Uint8Array, [x, y]: [number, number], rgb: [number, number, number]): void {
  const expected = bt709(...rgb);
  pixel(frame, x, y).forEach((value, i) => expect(Math.abs(value - expected[i]!)).toBeLessThanOrEqual(1));
}

function psnr(a: Uint8Array, b: Uint8Array): number {
  const error = a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0) / a.length;
  return error === 0 ? Infinity : 10 * Math.log10(255 ** 2 / error);
}

/** Keyframes from one value at the layer's start to another, its resting value, a second later. */
function keyframed(property: string, from: number, to: number): object {
  return {
    keyframes: {
      [property]: [
        { time: 0, value: from },
        { time: 1, value: to },
      ],
    },
  };
}

/** Mean x of a dark picture on white, px. */
function centreOfInk(frame: Uint8Array): number {
  let [weight, moment] = [0, 0];
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const ink = 235 - frame[i]!;
    weight += ink;
    moment += ink * (i % SIZE.width);
  }
  return moment / weight;
}

const BOX = { name: 'box', type: 'shape', x: 40, y: 30, width: 100, height: 60, fill_color: '#0f766e' };
const HEADLINE = {
  name: 'headline',
  type: 'text',
  text: 'Hamburgefonstiv',
  x: 20,
  y: 40,
  width: 280,
  height: 60,
  font_size: 36,
  weight: 700,
};
const STAR = { ...BOX, name: 'star', shape: 'star', fill_color: '#000000' };
const PICTURE = { name: 'picture', type: 'image', source_url: 'http://a.example/two-tone.png' };

describe('colours', () => {
  it('of flat areas are exact to one step: page, shape, image, gradient ends', async () => {
    const renderer = await open({
      layers: [
        BOX,
        { ...PICTURE, x: 160, y: 30, width: 80, height: 40 },
        { ...BOX, name: 'ramp', x: 0, y: 120, width: 320, fill_color: 'linear-gradient(90deg, #ff0000, #0000ff)' },
      ],
    });
    const frame = (await renderer.render(0)).slice();
    expect(frame).toHaveLength(FRAME_BYTES);
    expectColour(frame, [10, 10], [255, 255, 255]);
    expectColour(frame, [90, 60], [15, 118, 110]);
    expectColour(frame, [180, 50], [37, 99, 235]);
    expectColour(frame, [220, 50], [226, 176, 74]);
    expectColour(frame, [0, 150], [255, 0, 0]);
    expectColour(frame, [319, 150], [0, 0, 255]);
  });

  it('of a layer at half opacity lie half way to what is under it', async () => {
    const renderer = await open({ layers: [{ ...BOX, opacity: 0.5 }] });
    expectColour(await renderer.render(0), [90, 60], [135, 187, 183]);
  });

  it('do not bleed out of a layer that starts on an odd pixel', async () => {
    const renderer = await open({ layers: [{ ...BOX, x: 41, y: 31, width: 99, height: 59, fill_color: '#ff0000' }] });
    const frame = (await renderer.render(0)).slice();
    for (const [x, y] of [
      [39, 60],
      [140, 60],
      [90, 29],
      [90, 90],
    ] as const)
      expectColour(frame, [x, y], [255, 255, 255]);
    for (const [x, y] of [
      [42, 60],
      [139, 60],
      [90, 32],
      [90, 89],
    ] as const)
      expectColour(frame, [x, y], [255, 0, 0]);
  });

  it('in a PNG still are those of the document', async () => {
    const renderer = await open({ layers: [BOX] });
    const png = await renderer.png(0);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  });
});

describe('frames', () => {
  const busy: Document = {
    pages: [
      {
        ...{ number: 1, duration: 1, background_color: 'linear-gradient(45deg, #102030, #304050)' },
        layers: [
          {
            ...PICTURE,
            keyframes: {
              scale: [
                { time: 0, value: 1 },
                { time: 1, value: 1.2 },
              ],
            },
            anchor_x: 0.5,
            anchor_y: 0.5,
            x: '50%',
            y: '50%',
          },
          { ...HEADLINE, text_color: '#fff', enter: { type: 'slide', direction: 'up' } },
          {
            ...BOX,
            rotation: 30,
            keyframes: {
              rotation: [
                { time: 0, value: 0 },
                { time: 1, value: 90 },
              ],
            },
          },
        ],
      },
      {
        number: 2,
        duration: 1,
        transition: { type: 'fade', duration: 0.5 },
        layers: [{ ...BOX, enter: { type: 'fade' } }, HEADLINE],
      },
    ],
  };

  it('are the same bytes in any order and from any renderer', async () => {
    const forwards = await open(busy);
    const backwards = await open(busy);
    const count = timelineOf(busy).frameCount;
    const frames: Uint8Array[] = [];
    for (let n = 0; n < count; n++) frames.push((await forwards.render(n)).slice());
    for (let n = count - 1; n >= 0; n--) expect(Buffer.compare(await backwards.render(n), frames[n]!)).toBe(0);
  });

  it('stay readable during the next three calls', async () => {
    const renderer = await open(busy);
    const frame = await renderer.render(0);
    const copy = frame.slice();
    await renderer.render(5);
    await renderer.render(10);
    await renderer.png(15);
    expect(Buffer.compare(frame, copy)).toBe(0);
  });

  it('of a resting page cost no painting', async () => {
    const renderer = await open({ layers: [BOX, HEADLINE] });
    await renderer.render(0);
    const { rastersPainted } = renderer.stats;
    await renderer.render(1);
    expect(renderer.stats).toMatchObject({ rastersPainted, unchangedFrames: 1 });
  });

  it('do not pop where drawing changes hands: from Skia in place to the kernel, from moving to rest, within 45 dB', async () => {
    const resting = await open({ layers: [{ ...HEADLINE, x: 24.37 }] });
    const atRest = (await resting.render(0)).slice();
    const turning = keyframed('rotation', 0, 45);
    const painted = await open({ layers: [{ ...HEADLINE, x: 24.37, ...turning }] });
    expect(psnr(atRest, await painted.render(0))).toBeGreaterThan(45);
    const arriving = await open({ layers: [{ ...HEADLINE, ...keyframed('x', 24.32, 24.37) }] });
    expect(psnr(atRest, await arriving.render(0))).toBeGreaterThan(45);
  });

  it('show a layer at half a pixel from its raster’s grid softened, not shifted', async () => {
    const painted = await open({ layers: [{ ...STAR, x: 24.5 }] });
    const moving = await open({ layers: [{ ...STAR, ...keyframed('x', 24.5, 30) }] });
    const exact = (await painted.render(0)).slice();
    const resampled = await moving.render(0);
    expect(psnr(exact, resampled)).toBeGreaterThan(30);
    expect(Math.abs(centreOfInk(exact) - centreOfInk(resampled))).toBeLessThan(0.01);
  });

  it('cannot be asked for after closing', async () => {
    const renderer = await openFrameRenderer(timelineOf({}), assets);
    await renderer.close();
    await expect(renderer.render(0)).rejects.toThrow('closed');
  });
});

describe('fonts', () => {
  it('of the machine are never loaded', () => {
    expect(GlobalFonts.families.map(({ family }) => family)).not.toContain('DejaVu Sans');
  });

  it('come from the requested family, weight and slope', async () => {
    const variants = [
      {},
      { weight: 400 },
      { italic: true },
      { font_family: 'Roboto' },
      { font_family: 'playfair display' },
    ];
    const frames = new Set<string>();
    for (const variant of variants) {
      const renderer = await open({ layers: [{ ...HEADLINE, ...variant }] });
      frames.add(Buffer.from(await renderer.render(0)).toString('base64'));
      expect(renderer.warnings).toEqual([]);
    }
    expect(frames.size).toBe(variants.length);
  });

  it('cover Latin, Cyrillic, Greek, Vietnamese, Devanagari and emoji sequences without a warning', async () => {
    const text = 'Łódź Привет Ελλάδα Tiếng Việt नमस्ते 🚚 👨‍👩‍👧‍👦 👪 🇫🇷 ❤️ 1️⃣ © 2026';
    const renderer = await open({ layers: [{ ...HEADLINE, text }] });
    expect(renderer.warnings).toEqual([]);
  });

  it('that lack a character are reported by layer, and the character never comes from the machine', async () => {
    const renderer = await open({ layers: [BOX, { ...HEADLINE, text: 'Nö ꦲ x' }] });
    expect(renderer.warnings).toEqual(['pages[0].layers[1] "headline": no font has "ꦲ" (U+A9B2)']);
    const replaced = await open({ layers: [BOX, { ...HEADLINE, text: 'Nö \ufffd x' }] });
    expect(Buffer.compare((await renderer.render(0)).slice(), await replaced.render(0))).toBe(0);
  });

  it('of unknown families are reported and replaced by Inter', async () => {
    const renderer = await open({ layers: [{ ...HEADLINE, font_family: 'Comic Nope' }] });
    expect(renderer.warnings).toEqual([
      'pages[0].layers[0] "headline": the font family "Comic Nope" is not available; Inter is used',
    ]);
  });

  it('brought along by the document are used under their own name', async () => {
    const shipped = path.join(
      import.meta.dirname,
      '../../../node_modules/@fontsource/playfair-display/files/playfair-display-latin-700-normal.woff2',
    );
    await fs.copyFile(shipped, path.join(folder, 'own.woff2'));
    const fonts = [{ family: 'My Face', source_url: 'http://a.example/own.woff2', weight: 700 }];
    const own = await open({ fonts, layers: [{ ...HEADLINE, font_family: 'My Face' }] });
    const playfair = await open({ layers: [{ ...HEADLINE, font_family: 'Playfair Display' }] });
    expect(Buffer.compare((await own.render(0)).slice(), await playfair.render(0))).toBe(0);
  });

  it('that cannot be read refuse the video, naming the font', async () => {
    const fonts = [{ family: 'Broken', source_url: 'http://a.example/page.html' }];
    await expect(open({ fonts, layers: [HEADLINE] })).rejects.toMatchObject({ code: 'FONT_FAILED', path: 'fonts[0]' });
  });
});

describe('images', () => {
  it.each(['drawing.svg', 'cut.png', 'page.html'])(
    'of a kind that is not drawn (%s) refuse the video, naming the layer',
    async (name) => {
      const layers = [BOX, { ...PICTURE, source_url: `http://a.example/${name}` }];
      await expect(open({ layers })).rejects.toMatchObject({
        code: 'ASSET_UNSUPPORTED',
        path: 'pages[0].layers[1] "picture"',
      });
    },
  );

  it.each([
    { flip: 'original', left: [37, 99, 235] },
    { flip: 'horizontal', left: [226, 176, 74] },
    { flip: 'vertical', left: [37, 99, 235] },
    { flip: 'both', left: [226, 176, 74] },
  ])('flipped $flip show the right side', async ({ flip, left }) => {
    const renderer = await open({ layers: [{ ...PICTURE, flip }] });
    expectColour(await renderer.render(0), [60, 90], left as [number, number, number]);
  });

  it.each([
    { image_size: 'contain', position: 'left top', blue: [10, 10], white: [250, 170] },
    { image_size: 'contain', position: 'center bottom', blue: [10, 170], white: [10, 10] },
    { image_size: 'auto', position: 'right bottom', blue: [250, 150], white: [230, 150] },
    { image_size: 'auto', position: 'center center', blue: [130, 90], white: [110, 90] },
    { image_size: 'cover', position: 'left center', blue: [100, 5], white: undefined },
    { image_size: 'contain repeat', position: 'center center', blue: [10, 2], white: undefined },
  ])(
    'sized $image_size at $position fill the right part of their box',
    async ({ image_size, position, blue, white }) => {
      const renderer = await open({ layers: [{ ...PICTURE, image_size, position }] });
      const frame = await renderer.render(0);
      expectColour(frame, blue as [number, number], [37, 99, 235]);
      if (white) expectColour(frame, white as [number, number], [255, 255, 255]);
    },
  );
});
