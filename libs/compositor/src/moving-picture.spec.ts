import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Compositor, type PageImage } from './compositor.js';
import { halvedSide, type MovingPicture } from './moving-picture.js';
import type { Sprite } from './sprite.js';

const SIZE = { width: 96, height: 64 };
const AREA = { x: 4, y: 4, width: 40, height: 24 };
const RASTER = { width: 48, height: 32 };

/** White over the area, its coverage falling off towards the corners; transparent around it. */
function mask(): Uint8Array {
  const bytes = new Uint8Array(RASTER.width * RASTER.height * 4);
  for (let y = 0; y < AREA.height; y++) {
    for (let x = 0; x < AREA.width; x++) {
      const fromCorner = Math.min(x, AREA.width - 1 - x) + Math.min(y, AREA.height - 1 - y);
      const pixel = ((y + AREA.y) * RASTER.width + x + AREA.x) * 4;
      bytes.fill(Math.min(255, fromCorner * 40), pixel, pixel + 4);
    }
  }
  return bytes;
}

function picture(id: number): MovingPicture {
  const pixels = Uint8Array.from({ length: AREA.width * AREA.height * 1.5 }, (_, i) => 16 + ((i * 7 + id * 31) % 219));
  const { width, height } = AREA;
  return { id: `picture ${id}`, area: AREA, width, height, halvings: 0, pixels: () => pixels };
}

function clip(key: string, at: Sprite['at'], shows: number, opacity = 1): Sprite {
  return {
    ...{ key, raster: `mask of ${key}`, ...RASTER, at, opacity },
    ...{ transient: false, dither: false, paint: mask, picture: picture(shows) },
  };
}

function page(...sprites: Sprite[]): PageImage {
  return { key: 'pages[0]', background: { r: 200, g: 40, b: 90 }, sprites };
}

const HERE = { x: 20, y: 10, scaleX: 1, scaleY: 1 };

describe('a moving picture', () => {
  it('replaces what is below by itself where its mask is opaque, and leaves it alone where there is none', async () => {
    const compositor = await Compositor.open(SIZE);
    const empty = Uint8Array.from(compositor.compose(page()));
    const shown = compositor.compose(page(clip('a', HERE, 3)));
    const pixels = picture(3).pixels();
    const middle = { x: 20, y: 12 };
    const at = (HERE.y + AREA.y + middle.y) * SIZE.width + HERE.x + AREA.x + middle.x;
    expect(shown[at]).toBe(pixels[middle.y * AREA.width + middle.x]);
    const chroma = SIZE.width * SIZE.height + ((HERE.y + 16) / 2) * 48 + (HERE.x + 24) / 2;
    expect(shown[chroma]).toBe(pixels[AREA.width * AREA.height + 6 * 20 + 10]);
    const corner = (HERE.y + AREA.y) * SIZE.width + HERE.x + AREA.x;
    expect([shown[corner], shown[0]]).toEqual([empty[corner], empty[0]]);
  });

  it.each([1, 0.4])(
    'with an alpha looks like a raster of the same pixels under its mask, at an opacity of %f',
    async (opacity) => {
      // Opaque, half transparent, and transparent columns.
      const pixels = new Uint8Array(AREA.width * AREA.height * 4);
      for (let at = 0; at < pixels.length; at += 4) {
        const [x, y] = [(at / 4) % AREA.width, Math.floor(at / 4 / AREA.width)];
        const alpha = [255, 140, 0][Math.floor(x / 2) % 3]!;
        pixels.set([alpha, (alpha * y) / AREA.height, (alpha * x) / AREA.width, alpha], at);
      }
      const whole = mask();
      for (let at = 0; at < whole.length; at += 4) {
        const [x, y] = [((at / 4) % RASTER.width) - AREA.x, Math.floor(at / 4 / RASTER.width) - AREA.y];
        const own = 4 * (y * AREA.width + x);
        const cover = whole[at]! / 255;
        for (let channel = 0; channel < 4; channel++)
          whole[at + channel] = Math.round(cover * (pixels[own + channel] ?? 0));
      }
      const painted = { ...clip('a', HERE, 0, opacity), raster: 'painted', paint: () => whole, picture: undefined };
      const size = { width: AREA.width, height: AREA.height, halvings: 0 };
      const shows = { id: 'with alpha', area: AREA, ...size, hasAlpha: true, pixels: () => pixels };
      const compositor = await Compositor.open(SIZE);
      const expected = Uint8Array.from(compositor.compose(page(painted as Sprite)));
      const before = compositor.compose(page({ ...clip('a', HERE, 3, opacity), picture: { ...shows, id: 'other' } }));
      const shown = compositor.compose(page({ ...clip('a', HERE, 3, opacity), picture: shows }));
      for (const frame of [before, shown]) {
        const errors = frame.map((level, at) => Math.abs(level - expected[at]!));
        expect(Math.max(...errors)).toBeLessThanOrEqual(2);
      }
    },
  );

  it.each([
    { halvings: 1, width: 60, height: 34 },
    { halvings: 1, width: 80, height: 48 },
    { halvings: 3, width: 300, height: 190 },
  ])('is halved $halvings times from $width × $height', async ({ halvings, width, height }) => {
    const compositor = await Compositor.open(SIZE);
    const pixels = Uint8Array.from({ length: width * height * 1.5 }, (_, i) => 16 + ((i * 7 + (i % 91) ** 2) % 219));
    const area = { x: 4, y: 4, width: halvedSide(width, halvings), height: halvedSide(height, halvings) };
    const opaque = (): Uint8Array => {
      const bytes = new Uint8Array(RASTER.width * RASTER.height * 4);
      for (let y = 4; y < 4 + area.height; y++) {
        bytes.fill(255, (y * RASTER.width + 4) * 4, (y * RASTER.width + 4 + area.width) * 4);
      }
      return bytes;
    };
    const shows = { id: 'large', area, width, height, halvings, pixels: () => pixels };
    const frame = compositor.compose(page({ ...clip('a', HERE, 0), picture: shows, paint: opaque }));
    /** The byte of a plane that is halved a number of times. */
    const halved = (plane: Uint8Array, columns: number, [x, y]: readonly [number, number], times: number): number => {
      if (times === 0) return plane[y * columns + x]!;
      const at = (dx: number, dy: number): number => halved(plane, columns, [2 * x + dx, 2 * y + dy], times - 1);
      return (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) >> 2;
    };
    const cells = pixels.subarray(width * height);
    for (const [x, y] of [
      [0, 0],
      [13, 6],
      [area.width - 4, area.height - 4],
    ] as const) {
      const at = (HERE.y + 4 + y) * SIZE.width + HERE.x + 4 + x;
      expect(frame[at]).toBe(halved(pixels, width, [x, y], halvings));
      const [cellX, cellY] = [x >> 1, y >> 1];
      const cell = SIZE.width * SIZE.height + ((HERE.y + 4) / 2 + cellY) * (SIZE.width / 2) + (HERE.x + 4) / 2 + cellX;
      expect(frame[cell]).toBe(halved(cells, width / 2, [cellX, cellY], halvings));
    }
  });

  it('is painted once, however many pictures it shows', async () => {
    const compositor = await Compositor.open(SIZE);
    for (let shows = 0; shows < 10; shows++) compositor.compose(page(clip('a', HERE, shows)));
    expect(compositor.stats).toMatchObject({ rastersPainted: 1, unchangedFrames: 0 });
    compositor.compose(page(clip('a', HERE, 9)));
    expect(compositor.stats.unchangedFrames).toBe(1);
  });

  it('looks the same whatever was shown before, wherever it lies, however little memory there is', async () => {
    const place = fc.record({
      x: fc.oneof(
        fc.integer({ min: -30, max: 45 }).map((v) => v * 2),
        fc.double({ min: -60, max: 90, noNaN: true }),
      ),
      y: fc.oneof(
        fc.integer({ min: -20, max: 30 }).map((v) => v * 2),
        fc.double({ min: -40, max: 60, noNaN: true }),
      ),
      scaleX: fc.constantFrom(1, 0.75, 1.31),
      scaleY: fc.constantFrom(1, 0.6),
    });
    const scene = fc.array(fc.tuple(place, fc.nat(4), fc.constantFrom(1, 0.4)), { maxLength: 3 });
    const open = () => Compositor.open(SIZE, { planeBytes: 12_000 });
    const [running, fresh] = [await open(), await open()];
    fc.assert(
      fc.property(fc.array(scene, { minLength: 1, maxLength: 6 }), (scenes) => {
        for (const sprites of scenes) {
          const shown = page(
            ...sprites.map(([at, shows, opacity], index) => clip(`c${index % 2}${index}`, at, shows, opacity)),
          );
          fresh.invalidate();
          expect(Buffer.compare(running.compose(shown), fresh.compose(shown))).toBe(0);
        }
      }),
      { numRuns: 60 },
    );
  });
});
