import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createCanvas, ImageData } from '../skia.js';
import { psnr } from '../testing/psnr.js';
import { BOX, colorError, PICTURE, SIZE, specRenderers } from '../testing/spec-renderers.js';

const RED = [255, 0, 0] as const;
const WHITE = [255, 255, 255] as const;

const renderers = specRenderers();

describe('images', () => {
  it.each(['drawing.svg', 'cut.png', 'page.html'])(
    'of a kind that is not drawn (%s) refuse the video, naming the layer',
    async (name) => {
      const layers = [BOX, { ...PICTURE, source_url: `http://a.example/${name}` }];
      const renderer = await renderers.render({ layers });
      await expect(renderer.render(0)).rejects.toMatchObject({
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
    const renderer = await renderers.render({ layers: [{ ...PICTURE, flip }] });
    expect(colorError(await renderer.render(0), [60, 90], left as [number, number, number])).toBeLessThanOrEqual(1);
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
      const frame = await renderers.frame({ layers: [{ ...PICTURE, image_size, position }] });
      expect(colorError(frame, blue as [number, number], [37, 99, 235])).toBeLessThanOrEqual(1);
      if (white) expect(colorError(frame, white as [number, number], [255, 255, 255])).toBeLessThanOrEqual(1);
    },
  );

  it('repeated leave no seams, wherever their edges meet', async () => {
    const box = { x: 10, y: 10, width: 33.3, height: 150 };
    const frame = await renderers.frame({ layers: [{ ...PICTURE, ...box, image_size: 'contain repeat' }] });
    const rows = Array.from({ length: 146 }, (_, row) => colorError(frame, [16, 12 + row], [37, 99, 235]));
    expect(Math.max(...rows)).toBeLessThanOrEqual(2);
  });

  it.each([
    { shadow_of: undefined, right: RED },
    { shadow_of: 'box', right: RED },
    { shadow_of: 'pixels', right: WHITE },
  ])('cast the shadow of what shadow_of names: $shadow_of', async ({ shadow_of, right }) => {
    const place = { x: 40, y: 30, width: 100, height: 50, image_shadow: '120px 60px 0 #ff0000' };
    const half = { ...PICTURE, ...place, source_url: 'http://a.example/half.png', ...(shadow_of && { shadow_of }) };
    const frame = await renderers.frame({ layers: [half] });
    expect(colorError(frame, [170, 110], RED)).toBeLessThanOrEqual(1);
    expect(colorError(frame, [250, 110], right)).toBeLessThanOrEqual(1);
  });

  it('cast the shadow of a turned picture’s pixels straight down the turned axis, border and corners included', async () => {
    const turned = { x: 160, y: 70, width: 60, height: 30, anchor_x: 0.5, anchor_y: 0.5, rotation: 90 };
    const look = { border_width: 4, border_color: '#000000', border_radius: 15, image_shadow: '80px 0 0 #ff0000' };
    const layers = [{ ...PICTURE, ...turned, ...look, shadow_of: 'pixels' }];
    const frame = await renderers.frame({ layers });
    expect(colorError(frame, [160, 150], RED)).toBeLessThanOrEqual(1);
    expect(colorError(frame, [160, 176], RED)).toBeLessThanOrEqual(1);
    expect(colorError(frame, [147, 177], WHITE)).toBeLessThanOrEqual(1);
    expect(colorError(frame, [240, 70], WHITE)).toBeLessThanOrEqual(1);
  });
});

const NOISE = { width: 64, height: 48 };

/** The gray of a pixel of `noise.png`, 0..255. */
function grayAt(x: number, y: number): number {
  return (((x * 7919 + y * 104_729 + x * y * 31) % 997) * 255) / 996;
}

function writeNoise(file: string): void {
  const { width, height } = NOISE;
  const pixels = new ImageData(width, height);
  for (let at = 0; at < width * height; at++) {
    pixels.data.fill(grayAt(at % width, Math.floor(at / width)), 4 * at, 4 * at + 3);
    pixels.data[4 * at + 3] = 255;
  }
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(pixels, 0, 0);
  writeFileSync(file, canvas.toBuffer('image/png'));
}

describe('an image whose pixels are those of the frame', () => {
  beforeAll(() => writeNoise(renderers.file('noise.png')));

  const noise = { ...PICTURE, source_url: 'http://a.example/noise.png', x: 40, y: 30, ...NOISE };
  const nothing = { name: 'nothing', type: 'shape', fill_color: 'rgba(0, 0, 0, 0.001)', blend_mode: 'multiply' };

  /** The largest difference of luma within the picture, 10 px from its edges. */
  async function error(layer: object, [left, top]: readonly [number, number], isFlipped = false): Promise<number> {
    const frame = await renderers.frame({ layers: [layer] });
    let largest = 0;
    for (let y = 10; y < NOISE.height - 10; y++) {
      for (let x = 10; x < NOISE.width - 10; x++) {
        const gray = isFlipped ? grayAt(NOISE.width - 1 - x, NOISE.height - 1 - y) : grayAt(x, y);
        const luma = frame[(top + y) * SIZE.width + left + x]!;
        largest = Math.max(largest, Math.abs(luma - (16 + (219 / 255) * gray)));
      }
    }
    return largest;
  }

  it.each<[string, object, at: [number, number]]>([
    ['covering its box', {}, [40, 30]],
    ['at odd pixels', { x: 41, y: 31 }, [41, 31]],
    ['contained in its box', { image_size: 'contain', width: 100 }, [58, 30]],
    ['at its own size in a box that leaves half a pixel', { image_size: 'auto', width: 101, height: 81 }, [59, 47]],
    ['with round corners and a border', { image_size: 'auto', border_radius: 8, border_width: 3 }, [40, 30]],
    ['reduced to half at first', { keyframes: { scale: [{ time: 0, value: 1 }, { time: 1, value: 0.5 }] } }, [40, 30]], // prettier-ignore
  ])('is shown exactly: %s', async (_case, properties, at) => {
    expect(await error({ ...noise, ...properties }, at)).toBeLessThan(1.5);
  });

  it('is shown exactly when it is mirrored, and in a group that Skia paints', async () => {
    expect(await error({ ...noise, flip: 'both' }, [40, 30], true)).toBeLessThan(1.5);
    expect(await error({ name: 'group', type: 'group', layers: [nothing, noise] }, [40, 30])).toBeLessThan(1.5);
  });
});

describe('an image in a box that grows', () => {
  beforeAll(() => {
    const size = { width: 400, height: 300 };
    const pixels = new ImageData(size.width, size.height);
    for (let at = 0; at < size.width * size.height; at++) {
      const [x, y] = [at % size.width, Math.floor(at / size.width)];
      const waves = [Math.sin(x / 22 + y / 40), Math.sin(y / 18), Math.cos(x / 35 - y / 25)];
      pixels.data.set([...waves.map((wave) => 128 + 90 * wave), 255], 4 * at);
    }
    const canvas = createCanvas(size.width, size.height);
    canvas.getContext('2d').putImageData(pixels, 0, 0);
    writeFileSync(renderers.file('waves.png'), canvas.toBuffer('image/png'));
  });

  // By whole pixels a frame: between them Skia cuts the edge of a picture twice, by its place and by its box.
  const grows = (from: number, to: number): object[] => [
    { time: 0, value: from, easing: 'linear' },
    { time: 20 / 24, value: to },
  ];
  const waves = { ...PICTURE, source_url: 'http://a.example/waves.png', x: 20, y: 10, width: 200, height: 120 };
  const inGroups = (layer: object): object => {
    const inner = { name: 'inner', type: 'group', opacity: 0.999, layers: [layer] };
    return { name: 'outer', type: 'group', opacity: 0.999, layers: [inner] };
  };

  it.each<[string, object]>([
    ['and covers it', { keyframes: { width: grows(100, 260) } }],
    ['and is contained in it', { image_size: 'contain', keyframes: { height: grows(60, 120) } }],
    ['with round corners', { border_radius: 24, opacity: 0.6, keyframes: { width: grows(240, 160) } }],
    ['around its middle', { x: 160, y: 90, anchor_x: 0.5, anchor_y: 0.5, keyframes: { width: grows(100, 260) } }],
    ['in a group that moves', { position: 'left top', keyframes: { width: grows(100, 260), x: grows(0, 40) } }],
  ])('is painted once, and looks as if it were painted for every size: %s', async (_case, properties) => {
    const layer = { ...waves, ...properties };
    const renderer = await renderers.render({ layers: [layer] });
    const painted = renderer.stats.rastersPainted;
    const bySkia = await renderers.render({ layers: [inGroups(layer)] });
    const frames: Buffer[] = [];
    for (let frame = 0; frame < 24; frame++) {
      frames.push(Buffer.from(await renderer.render(frame)));
      expect(psnr(frames[frame]!, Buffer.from(await bySkia.render(frame)))).toBeGreaterThan(45);
    }
    expect(renderer.stats.rastersPainted - painted).toBeLessThanOrEqual(3);
    const anywhere = await renderers.render({ layers: [layer] });
    for (const frame of [17, 3, 23]) expect(Buffer.compare(await anywhere.render(frame), frames[frame]!)).toBe(0);
  });
});
