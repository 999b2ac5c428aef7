import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toYuv, type Rgb } from './color.js';
import { Compositor, type CutRaster, type PageImage, type ComposedPage } from './compositor.js';
import { referenceKernel } from './reference-kernel.js';
import type { Sprite } from './sprite.js';

const SIZE = { width: 92, height: 58 };
const LUMA = SIZE.width * SIZE.height;
const AT_HOME = { x: 0, y: 0, scaleX: 1, scaleY: 1 };
const RED = { r: 220, g: 20, b: 60 };
const TEAL = { r: 15, g: 118, b: 110 };
const BLACK = { r: 0, g: 0, b: 0 };

function flat(key: string, background: Rgb): PageImage {
  return { key, background, sprites: [] };
}

/** A page with a busy picture all over it. */
function busy(key: string, seed: number): PageImage {
  const [width, height] = [104, 66];
  const picture: Sprite = {
    ...{ key: 'busy', raster: `busy ${seed}`, width, height, at: { ...AT_HOME, x: -4, y: -4 } },
    ...{ opacity: 1, transient: false, dither: false },
    paint: () => {
      const bytes = new Uint8Array(width * height * 4);
      for (let y = 2; y < height - 2; y++) {
        for (let x = 2; x < width - 2; x++) {
          bytes.set([(x * 7 + seed * 50) % 256, (y * 5) % 256, (x * y + seed) % 256, 255], (y * width + x) * 4);
        }
      }
      return bytes;
    },
  };
  return { key, background: TEAL, sprites: [picture] };
}

function staged(page: PageImage, composition: Partial<ComposedPage> = {}): ComposedPage {
  return { page, at: AT_HOME, opacity: 1, ...composition };
}

function open(): Promise<Compositor> {
  return Compositor.open(SIZE, { planeBytes: 1 << 20 });
}

/** A disc's coverage as a raster of the page's size at one `scale`th; its edge fades over that many pixels. */
function disc(radius: number, scale: number): CutRaster {
  const width = Math.ceil(SIZE.width / scale / 8) * 8;
  const height = Math.ceil(SIZE.height / scale / 2) * 2;
  return {
    ...{ raster: `disc ${radius} ${scale}`, width, height, scale, transient: true },
    paint: () => {
      const bytes = new Uint8Array(width * height * 4);
      for (let i = 0; i < width * height; i++) {
        const [x, y] = [scale * (i % width), scale * Math.floor(i / width)];
        const away = Math.hypot(x - SIZE.width / 2, y - SIZE.height / 2);
        bytes.fill(255 * Math.max(0, Math.min(1, (radius - away) / scale)), i * 4, i * 4 + 4);
      }
      return bytes;
    },
  };
}

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const place = fc.oneof(
  fc.constant(AT_HOME),
  fc.record({
    x: fc.double({ min: -120, max: 120, noNaN: true }),
    y: fc.double({ min: -80, max: 80, noNaN: true }),
    scaleX: fc.constantFrom(1, 0.6, 1.7),
    scaleY: fc.constantFrom(1, 0.8, 2.3),
  }),
);
const cut = fc.oneof(
  fc.record({ x: fraction, y: fraction, width: fraction, height: fraction }).map((rect) => ({
    x: rect.x * 40,
    y: rect.y * 30,
    width: rect.width * 92,
    height: rect.height * 58,
  })),
  fc.integer({ min: 1, max: 6 }).map((half) => ({
    edge: 2 * half,
    shows: (column: number, row: number) => (column * 7 + row * 3) % 5 < 2,
  })),
  fc.tuple(fraction, fc.constantFrom(1, 4)).map(([share, scale]) => disc(share * 60, scale)),
);
const composition = fc.record(
  {
    at: place,
    opacity: fc.oneof(fc.constant(1), fraction),
    mosaic: fc.integer({ min: 1, max: 20 }).map((half) => 2 * half),
    blur: fc.double({ min: 0.01, max: 25, noNaN: true }),
    cut,
  },
  { requiredKeys: ['at', 'opacity'] },
);

describe('a transition', () => {
  it('gives the same bytes whatever was drawn before, on the WebAssembly kernel and on the reference', async () => {
    const used = await open();
    const fresh = await open();
    const reference = await Compositor.open(SIZE, {
      planeBytes: 1 << 20,
      openKernel: (bytes) => Promise.resolve(referenceKernel(new Uint8Array(bytes))),
    });
    fc.assert(
      fc.property(composition, composition, fc.nat(1), (below, above, seed) => {
        const image = {
          backdrop: BLACK,
          lower: staged(busy('pages[0]', seed), below),
          upper: staged(busy('pages[1]', 3), above),
        };
        fresh.invalidate();
        const frame = used.composeTransition(image);
        expect(Buffer.compare(frame, fresh.composeTransition(image))).toBe(0);
        expect(Buffer.compare(frame, reference.composeTransition(image))).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('shows the pages untouched at its ends', async () => {
    const compositor = await open();
    const [first, second] = [busy('pages[0]', 1), busy('pages[1]', 2)];
    const expected = [compositor.compose(first).slice(), compositor.compose(second).slice()];
    const ends = [0, 1].map((opacity) =>
      compositor
        .composeTransition({ backdrop: BLACK, lower: staged(first), upper: staged(second, { opacity }) })
        .slice(),
    );
    expect(ends.map((frame, i) => Buffer.compare(frame, expected[i]!))).toEqual([0, 0]);
  });

  it('pushes one page out with the other and lets nothing show between them, at any fraction of a pixel', async () => {
    const compositor = await open();
    const { y, u, v } = toYuv(RED);
    for (const shift of [0.1, 3.25, 20.5, 47.3, 91.75]) {
      for (const axis of ['x', 'y'] as const) {
        const extent = axis === 'x' ? SIZE.width : SIZE.height;
        const by = Math.min(shift, extent - 0.25);
        const frame = compositor.composeTransition({
          backdrop: BLACK,
          lower: staged(flat('pages[0]', RED), { at: { ...AT_HOME, [axis]: -by } }),
          upper: staged(flat('pages[1]', RED), { at: { ...AT_HOME, [axis]: extent - by } }),
        });
        const off = (from: number, to: number, value: number): number =>
          frame.subarray(from, to).reduce((most, byte) => Math.max(most, Math.abs(byte - value)), 0);
        expect(off(0, LUMA, y)).toBeLessThanOrEqual(1);
        expect(off(LUMA, LUMA * 1.25, u)).toBeLessThanOrEqual(1);
        expect(off(LUMA * 1.25, LUMA * 1.5, v)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('moves a page by whole cells without changing a byte of it', async () => {
    const compositor = await open();
    const page = busy('pages[1]', 2);
    const whole = compositor.compose(page).slice();
    const lower = staged(flat('pages[0]', RED));
    const at = { ...AT_HOME, x: 30 };
    const frame = compositor.composeTransition({ backdrop: BLACK, lower, upper: staged(page, { at }) });
    for (let row = 0; row < SIZE.height; row++) {
      const start = row * SIZE.width;
      const moved = frame.subarray(start + 30, start + SIZE.width);
      expect(Buffer.compare(moved, whole.subarray(start, start + SIZE.width - 30))).toBe(0);
    }
  });

  it('dissolves in grains that are wholly of one page or the other', async () => {
    const compositor = await open();
    const shows = (column: number, row: number): boolean => (column + row) % 3 === 0;
    const frame = compositor.composeTransition({
      backdrop: BLACK,
      lower: staged(flat('pages[0]', RED)),
      upper: staged(flat('pages[1]', TEAL), { cut: { edge: 6, shows } }),
    });
    const [red, teal] = [toYuv(RED), toYuv(TEAL)];
    for (let y = 0; y < SIZE.height; y++) {
      for (let x = 0; x < SIZE.width; x++) {
        const expected = shows(Math.floor(x / 6), Math.floor(y / 6)) ? teal : red;
        const cell = LUMA + (y >> 1) * (SIZE.width / 2) + (x >> 1);
        expect([frame[y * SIZE.width + x], frame[cell], frame[cell + LUMA / 4]]).toEqual([
          expected.y,
          expected.u,
          expected.v,
        ]);
      }
    }
  });

  it('cuts a page off at a fraction of a pixel', async () => {
    const compositor = await open();
    const frame = compositor.composeTransition({
      backdrop: BLACK,
      lower: staged(flat('pages[0]', { r: 255, g: 255, b: 255 })),
      upper: staged(flat('pages[1]', BLACK), { cut: { x: 0, y: 0, width: 40.25, height: SIZE.height } }),
    });
    expect([...frame.subarray(38, 43)]).toEqual([16, 16, Math.round(16 * 0.25 + 235 * 0.75), 235, 235]);
  });

  it('blurs an edge as a Gaussian does, for any width of the filter, and leaves flat colors alone', async () => {
    const compositor = await open();
    const half: Sprite = {
      ...{ key: 'half', raster: 'half', width: 56, height: 72, at: { ...AT_HOME, x: 46, y: -6 } },
      ...{ opacity: 1, transient: false, dither: false },
      paint: () => new Uint8Array(56 * 72 * 4).fill(255),
    };
    const page = { ...flat('pages[0]', BLACK), sprites: [half] };
    for (const blur of [1.4, 2.9, 3.1, 5, 8]) {
      const upper = staged(flat('pages[1]', RED), { opacity: 0 });
      const frame = compositor.composeTransition({ backdrop: RED, lower: staged(page, { blur }), upper });
      for (let x = 0; x < SIZE.width; x++) {
        const expected = 16 + 219 * normalShare((x + 0.5 - 46) / blur);
        expect(Math.abs(frame[29 * SIZE.width + x]! - expected)).toBeLessThan(2);
      }
      expect(new Set(frame.subarray(LUMA))).toEqual(new Set([128]));
    }
  });
});

/** The share of a normal distribution below a number of standard deviations (Abramowitz and Stegun 26.2.17). */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    Math.exp((-z * z) / 2) *
    0.3989423 *
    t *
    (0.3193815 + t * (-0.3565638 + t * (1.781478 + t * (-1.821256 + t * 1.330274))));
  return z > 0 ? 1 - tail : tail;
}
