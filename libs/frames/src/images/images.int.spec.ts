import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { assetsOf, sample } from '#libs/timeline';
import { temporaryFolder } from '#libs/testing';
import { FrameError } from '../frame-error.js';
import { openFrameRenderer } from '../frame-renderer.js';
import { inspectTimeline } from '../inspect/inspect-timeline.js';
import { createCanvas } from '../skia.js';
import { SIZE, timelineOf } from '../testing/spec-renderers.js';
import { Images } from './images.js';

const [WIDTH, HEIGHT] = [3000, 2000];
const folder = temporaryFolder('images');

/** Writes a picture of 6 megapixels. */
async function picture(name: string, color: string): Promise<string> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const file = path.join(folder, name);
  await fs.writeFile(file, canvas.toBuffer('image/png'));
  return file;
}

/** Writes photographs that differ in nothing but their bytes. */
async function photographs(count: number, size: string): Promise<string[]> {
  const [width, height] = size.split('x').map(Number) as [number, number];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, width, height);
  sky.addColorStop(0, '#0ea5e9');
  sky.addColorStop(1, '#f97316');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  const jpeg = canvas.toBuffer('image/jpeg', 80);
  const names = Array.from({ length: count }, (_, index) => `photo-${size}-${index}.jpg`);
  for (const [index, name] of names.entries()) {
    await fs.writeFile(path.join(folder, name), Buffer.concat([jpeg, Buffer.from([index])]));
  }
  return names;
}

const assets = {
  image: (url: string) => path.join(folder, path.basename(url)),
  font: () => '',
};

function photo(name: string, layer: object = {}): object {
  return { name, type: 'image', source_url: `https://example.com/${name}`, width: '100%', height: '100%', ...layer };
}

/** The pixels of a file, as one who shows them in full size holds them. */
async function decoded(file: string): Promise<unknown> {
  const layer = { ...photo(path.basename(file)), width: WIDTH, height: HEIGHT };
  const timeline = timelineOf({ layers: [layer] });
  const images = new Images({ file: () => file, pathOf: (key) => key, maxPixels: 10_000_000 });
  await images.prepare(sample(timeline, 0).pages[0]!.nodes);
  const image = images.image(assetsOf(timeline)[0]!.url);
  const drawn = image.shownAt(image);
  images.close();
  return drawn;
}

describe('images', () => {
  it('are decoded once, wherever their files lie', async () => {
    const image = await decoded(await picture('a.png', 'teal'));
    expect(await decoded(await picture('b.png', 'teal'))).toBe(image);
  });

  it('are read again where a file shows something else', async () => {
    const image = await decoded(await picture('a.png', 'teal'));
    expect(await decoded(await picture('a.png', 'gold'))).not.toBe(image);
  });

  it('are let go of, those shown longest ago first, when there is too much to keep', async () => {
    const [red, green, blue] = [await picture('r', 'red'), await picture('g', 'green'), await picture('b', 'blue')];
    const [first, second] = [await decoded(red), await decoded(green)];
    await decoded(red);
    await decoded(blue);
    expect(await decoded(red)).toBe(first);
    expect(await decoded(green)).not.toBe(second);
  });
});

/** Bytes that the process holds of its own, code and files left out. Linux only. */
function heldBytes(): number {
  return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024;
}

describe('a video of many photographs', () => {
  it('holds those in view, at the size they are shown', async () => {
    const names = await photographs(12, '6000x4000');
    const pages = names.map((name, index) => ({ number: index + 1, duration: 0.1, layers: [photo(name)] }));
    const timeline = timelineOf({ pages });
    const before = heldBytes();
    const renderer = await openFrameRenderer(timeline, assets);
    const held: number[] = [];
    for (let frame = 0; frame < timeline.frameCount; frame++) {
      await renderer.render(frame);
      held.push(heldBytes() - before);
    }
    await renderer.close();
    expect(Math.max(...held)).toBeLessThan(3 * 6000 * 4000 * 4); // they are 12
  });

  it('fails where a frame shows more than the limit, saying so, and which layer was too much', async () => {
    const names = await photographs(4, '1200x800');
    const half = { width: SIZE.width, height: SIZE.height };
    const layers = names.map((name) => photo(name, half));
    const timeline = timelineOf({
      pages: [
        { number: 1, duration: 1, layers: layers.slice(0, 2) },
        { number: 2, duration: 1, layers },
      ],
    });
    // 1200 × 800 halved once is the least that is not smaller than 320 × 180 twice over.
    const imagePixels = 3 * 600 * 400;
    const renderer = await openFrameRenderer(timeline, assets, { imagePixels });
    await renderer.render(0);
    const failure = await renderer.render(24).catch((error: unknown) => error);
    await renderer.close();
    expect(failure).toBeInstanceOf(FrameError);
    const message: unknown = expect.stringContaining(
      `960000 pixels at the size they are shown; at most ${imagePixels} are`,
    );
    expect(failure).toMatchObject({ code: 'ASSET_TOO_LARGE', path: `pages[1].layers[3] "${names[3]!}"`, message });
    expect(await inspectTimeline(timeline, assets, { imagePixels })).toEqual({
      faults: [{ field: 'pages[1].layers[3].source_url', code: 'ASSET_TOO_LARGE', message }],
      warnings: [],
    });
  });

  it('refuses a picture larger than a document may refer to, before it decodes it', async () => {
    const file = path.join(folder, 'huge.png');
    const png = await fs.readFile(await picture('small.png', 'red'));
    png.writeUInt32BE(8192, 16);
    png.writeUInt32BE(4098, 20);
    await fs.writeFile(file, png);
    const renderer = await openFrameRenderer(timelineOf({ layers: [photo('huge.png', SIZE)] }), assets);
    const failure = await renderer.render(0).catch((error: unknown) => error);
    await renderer.close();
    expect(failure).toMatchObject({
      code: 'ASSET_TOO_LARGE',
      message: expect.stringContaining('8192 × 4098') as unknown,
    });
  });

  it('shows the same bytes however tight the limit, and whatever was drawn before', async () => {
    const names = await photographs(2, '1200x800');
    const zooming = { keyframes: { scale: [{ time: 0, value: 0.1 }, { time: 1, value: 1 }] } }; // prettier-ignore
    const back = { keyframes: { scale: [{ time: 0, value: 1 }, { time: 1, value: 0.1 }] } }; // prettier-ignore
    const timeline = timelineOf({ layers: [photo(names[0]!, zooming), photo(names[1]!, back)] });
    const tight = await openFrameRenderer(timeline, assets, { imagePixels: 700 * 700 });
    const wide = await openFrameRenderer(timeline, assets);
    for (let frame = 0; frame < timeline.frameCount; frame += 3) {
      const other = timeline.frameCount - 1 - frame;
      await wide.render(other);
      const fresh = (await wide.render(frame)).slice();
      expect(Buffer.compare(await tight.render(frame), fresh)).toBe(0);
    }
    await Promise.all([tight.close(), wide.close()]);
  });
});
