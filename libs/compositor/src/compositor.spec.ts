import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toYuv } from './color.js';
import { Compositor, type PageImage } from './compositor.js';
import { FRAMES_KEPT } from './memory-layout.js';
import { referenceKernel } from './reference-kernel.js';
import { KERNEL_RESERVED_BYTES, MIX_MODES, type MixMode } from './kernel.js';
import { blurredPart } from './blurred-group.js';
import type { Rect } from './rect.js';
import type { BoxMask, Sprite, SpriteGroup, SpriteMask } from './sprite.js';
import { openWasmKernel } from './wasm-kernel.js';

const SIZE = { width: 96, height: 64 };
const WHITE = { r: 255, g: 255, b: 255 };

/** A raster with a two-pixel transparent border; each raster id has its own colors and its own see-through pattern. */
function pixels(id: number, width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(width * height * 4);
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const alpha = id % 3 === 0 ? 255 : (x * 37 + y * 11 + id * 5) % 256;
      const color = [(id * 83) % 256, (x * 13 + id) % 256, (y * 29) % 256].map((c) => Math.round((c * alpha) / 255));
      bytes.set([...color, alpha], (y * width + x) * 4);
    }
  }
  return bytes;
}

interface Spec {
  id: number;
  x: number;
  y: number;
  scale: number;
  /** Clockwise radians; absent: upright. */
  angle?: number | undefined;
  opacity: number;
  mode?: MixMode | undefined;
  mask?: (Omit<Spec, 'opacity' | 'mode' | 'mask'> & { radius?: number | undefined }) | undefined;
}

function raster({ id, x, y, scale, angle }: Omit<Spec, 'opacity'>): SpriteMask {
  const width = 16 + (id % 4) * 16;
  const height = 12 + (id % 5) * 8;
  return {
    raster: `raster ${id}`,
    width,
    height,
    at: placed(x, y, scale, angle),
    transient: id % 2 === 0,
    paint: () => pixels(id, width, height),
  };
}

function placed(x: number, y: number, scale: number, angle: number | undefined): SpriteMask['at'] {
  if (angle === undefined) return { x, y, scaleX: scale, scaleY: scale };
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  return { x, y, scaleX: cos, skewY: sin, skewX: -sin, scaleY: cos };
}

function sprite(key: string, { opacity, mode, mask, ...spec }: Spec): Sprite {
  return {
    ...raster(spec),
    ...{ key, opacity, dither: spec.id % 5 === 0 },
    ...(mode && { mode }),
    ...(mask && { mask: maskOf(mask, spec) }),
  };
}

/**
 * A mask somewhere near the sprite, painted, or a box with a radius. Its raster is loaded for its coverage alone, so it is never
 * a sprite's.
 */
function maskOf(mask: NonNullable<Spec['mask']>, { x, y }: Omit<Spec, 'opacity'>): SpriteMask | BoxMask {
  const cover = raster({ ...mask, x: x + mask.x / 4, y: y + mask.y / 4 });
  if (mask.radius !== undefined) {
    const { width, height, at, transient } = cover;
    const box = { x: mask.scale, y: 1, width: width - 2.5, height: height - 2.25, radius: mask.radius };
    return { raster: `box ${mask.id} ${JSON.stringify(box)}`, width, height, at, transient, box };
  }
  return { ...cover, raster: `mask ${mask.id}` };
}

const places = {
  id: fc.integer({ min: 0, max: 9 }),
  x: fc.oneof(
    fc.integer({ min: -60, max: 60 }).map((v) => v * 2),
    fc.double({ min: -120, max: 120, noNaN: true }),
  ),
  y: fc.oneof(
    fc.integer({ min: -40, max: 40 }).map((v) => v * 2),
    fc.double({ min: -90, max: 90, noNaN: true }),
  ),
  scale: fc.oneof(fc.constant(1), fc.double({ min: 0.5, max: 3, noNaN: true })),
  angle: fc.option(fc.double({ min: -7, max: 7, noNaN: true }), { nil: undefined }),
};
const specs = fc.record({
  ...places,
  opacity: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  mode: fc.option(fc.constantFrom(...MIX_MODES), { nil: undefined, freq: 3 }),
  mask: fc.option(fc.record({ ...places, radius: fc.option(fc.constantFrom(0, 1.5, 4), { nil: undefined }) }), {
    nil: undefined,
    freq: 3,
  }),
});

const blurs = fc.record({
  sigma: fc.double({ min: 0.3, max: 8, noNaN: true }),
  box: fc.option(fc.constant({ x: 10, y: 8, width: 60, height: 42 }), { nil: undefined }),
});
const groupSpecs = fc.record({
  whole: specs,
  parts: fc.array(specs, { minLength: 1, maxLength: 4 }),
  blur: fc.option(blurs, { nil: undefined, freq: 2 }),
});

/** A group that is composited as `whole` says: its parts have no blend mode. */
function group(
  key: string,
  {
    whole,
    parts,
    blur,
  }: { whole: Spec; parts: readonly Spec[]; blur?: { sigma: number; box?: Rect | undefined } | undefined },
): SpriteGroup {
  const { opacity, mode, mask } = sprite(key, whole);
  const shown = parts.map((part, index) => sprite(`part ${index}`, { ...part, mode: undefined }));
  const sharp = { key, opacity, ...(mode && { mode }), ...(mask && { mask }), parts: shown };
  if (!blur) return sharp;
  const blurred = { sigma: blur.sigma, ...(blur.box && { box: blur.box }) };
  return blurredPart({ ...sharp, blur: blurred }, SIZE) ? { ...sharp, blur: blurred } : sharp;
}

const pages = fc
  .record({
    background: fc.constantFrom(WHITE, { r: 16, g: 24, b: 32 }),
    sprites: fc.uniqueArray(
      fc.tuple(fc.integer({ min: 0, max: 5 }), fc.oneof({ weight: 4, arbitrary: specs }, groupSpecs)),
      { selector: ([key]) => key, maxLength: 6 },
    ),
  })
  .map(({ background, sprites }): PageImage => ({
    key: 'pages[0]',
    background,
    sprites: sprites.map(([key, spec]) =>
      'parts' in spec ? group(`layer ${key}`, spec) : sprite(`layer ${key}`, spec),
    ),
  }));

describe('Compositor', () => {
  it('draws only what changed, and that equals a full redraw byte for byte', async () => {
    const incremental = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const full = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    fc.assert(
      fc.property(fc.array(pages, { minLength: 2, maxLength: 4 }), (frames) => {
        for (const page of frames) {
          full.invalidate();
          expect(Buffer.compare(incremental.compose(page), full.compose(page))).toBe(0);
        }
      }),
      { numRuns: 200 },
    );
    expect(incremental.stats.damagedPixels).toBeLessThan(full.stats.damagedPixels);
  });

  it('gives the same bytes on the WebAssembly kernel and on the reference', async () => {
    const wasm = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const reference = await Compositor.open(SIZE, {
      planeBytes: 1 << 20,
      openKernel: (bytes) => Promise.resolve(referenceKernel(new Uint8Array(bytes))),
    });
    fc.assert(
      fc.property(pages, pages, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, progress) => {
        const entering = { ...to, key: 'pages[1]' };
        const actual = wasm.crossFade(from, entering, progress);
        expect(Buffer.compare(actual, reference.crossFade(from, entering, progress))).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  it('gives the same bytes however small the plane budget', async () => {
    const roomy = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const tight = await Compositor.open(SIZE, { planeBytes: 30_000 });
    fc.assert(
      fc.property(fc.array(pages, { minLength: 1, maxLength: 3 }), (frames) => {
        for (const page of frames) expect(Buffer.compare(tight.compose(page), roomy.compose(page))).toBe(0);
      }),
      { numRuns: 100 },
    );
    expect(tight.stats.rastersPainted).toBeGreaterThan(roomy.stats.rastersPainted);
  });

  it('gives the same bytes in memory that others have used', async () => {
    const fresh = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const used = await Compositor.open(SIZE, {
      planeBytes: 1 << 20,
      openKernel: async (bytes) => {
        const kernel = await openWasmKernel(bytes);
        kernel.memory.fill(0xa5, KERNEL_RESERVED_BYTES);
        return kernel;
      },
    });
    const at = { x: 1.5, y: -0.25, scaleX: 0.9, scaleY: 1 };
    fc.assert(
      fc.property(pages, pages, fc.double({ min: 0, max: 1, noNaN: true }), (page, other, opacity) => {
        const upper = { page: { ...other, key: 'pages[1]' }, opacity, at, blur: 2 };
        const image = { backdrop: WHITE, lower: { page, opacity: 1, at }, upper };
        expect(Buffer.compare(used.compose(page), fresh.compose(page))).toBe(0);
        expect(Buffer.compare(used.composeTransition(image), fresh.composeTransition(image))).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('hands its kernel to the next compositor', async () => {
    const first = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const page: PageImage = { key: 'p', background: WHITE, sprites: [] };
    const { buffer } = first.compose(page);
    first.close();
    const larger = await Compositor.open(SIZE, { planeBytes: 1 << 21 });
    const largerBuffer = larger.compose(page).buffer;
    expect(largerBuffer).not.toBe(buffer);
    larger.close();
    const second = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const third = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    expect(second.compose(page).buffer).toBe(largerBuffer);
    expect(third.compose(page).buffer).not.toBe(largerBuffer);
  });

  it('paints nothing that is hidden in full, and shows the same', async () => {
    const compositor = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const cover = { ...sprite('cover', { id: 3, x: -8, y: -4, scale: 3, opacity: 1 }) };
    const below = { ...sprite('below', { id: 1, x: 10, y: 10, scale: 1, opacity: 1 }), paint: () => fail() };
    const shown = compositor.compose({ key: 'p', background: WHITE, sprites: [cover] }).slice();
    const both = compositor.compose({ key: 'q', background: WHITE, sprites: [below, cover] });
    expect(Buffer.compare(both, shown)).toBe(0);
  });

  it('shows an opaque group as its parts one by one, and two equal parts half transparent as one of them', async () => {
    const compositor = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const differenceOf = (one: PageImage['sprites'], other: PageImage['sprites']): number => {
      const shown = compositor.compose({ key: 'p', background: WHITE, sprites: one }).slice();
      const expected = compositor.compose({ key: 'q', background: WHITE, sprites: other });
      return expected.reduce((most, value, i) => Math.max(most, Math.abs(value - shown[i]!)), 0);
    };
    fc.assert(
      fc.property(groupSpecs, specs, ({ parts }, spec) => {
        const opaque = group('g', { whole: { ...spec, opacity: 1, mode: undefined, mask: undefined }, parts });
        expect(differenceOf([opaque], opaque.parts)).toBeLessThanOrEqual(parts.length);
        const solid = { ...spec, id: 3, opacity: 1, angle: undefined, mask: undefined, mode: undefined };
        const both = group('g', { whole: { ...solid, opacity: 0.5 }, parts: [solid, solid] });
        const inside = { ...sprite('a', { ...solid, x: 2 * Math.round(spec.x / 2), y: 2, scale: 1, opacity: 0.5 }) };
        const twice = both.parts.map((part, index) => ({ ...inside, key: `${part.key} ${index}`, opacity: 1 }));
        expect(differenceOf([{ ...both, parts: twice }], [inside])).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  it('draws only the part of a group that changed', async () => {
    const compositor = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const still = sprite('still', { id: 3, x: 0, y: 0, scale: 2, opacity: 1 });
    const part = (x: number): Sprite => sprite('moves', { id: 1, x, y: 10, scale: 1, opacity: 1 });
    const page = (x: number): PageImage => {
      return { key: 'p', background: WHITE, sprites: [{ key: 'g', opacity: 0.5, parts: [still, part(x)] }] };
    };
    compositor.compose(page(20));
    const before = compositor.stats.damagedPixels;
    compositor.compose(page(24));
    const { width, height } = part(20);
    expect(compositor.stats.damagedPixels - before).toBe((width + 4) * height);
  });

  it('blurs a group as it blurs the same in one raster', async () => {
    const compositor = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    for (const sigma of [0.8, 2, 5]) {
      const one = { ...sprite('a', { id: 3, x: 24, y: 16, scale: 1, opacity: 1 }) };
      const margin = 4 * Math.ceil((3 * sigma) / 4);
      const [width, height] = [one.width + 2 * margin, one.height + 2 * margin];
      const box = { x: 0, y: 0, width, height };
      const tone = { brightness: 1, contrast: 1, saturation: 1, hueRotate: 0 };
      const filter = { ...tone, blur: sigma, margin, box };
      const at = { x: 24 - margin, y: 16 - margin, scaleX: 1, scaleY: 1 };
      const blurred = { ...one, width, height, at, filter };
      const expected = compositor.compose({ key: 'p', background: WHITE, sprites: [blurred] }).slice();
      const whole = { key: 'g', opacity: 1, parts: [one], blur: { sigma } };
      const shown = compositor.compose({ key: 'q', background: WHITE, sprites: [whole] });
      const most = expected.reduce((found, value, i) => Math.max(found, Math.abs(value - shown[i]!)), 0);
      expect(most).toBeLessThanOrEqual(3);
    }
  });

  it('neither draws, paints nor copies an unchanged frame', async () => {
    const compositor = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const page = {
      key: 'p',
      background: WHITE,
      sprites: [sprite('a', { id: 1, x: 4.5, y: 3, scale: 1, opacity: 0.5 })],
    };
    const first = compositor.compose(page);
    const pixels = first.slice();
    const before = { ...compositor.stats };
    const second = compositor.compose(page);
    expect([second.byteOffset, Buffer.compare(second, pixels)]).toEqual([first.byteOffset, 0]);
    expect(compositor.stats).toEqual({ ...before, frames: 2, unchangedFrames: 1 });
  });

  it('leaves a frame as it is while the next ones are composed', async () => {
    const compositor = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const at = { x: 1.5, y: 0, scaleX: 1, scaleY: 1 };
    const still = { x: 0, y: 0, scaleX: 1, scaleY: 1 };
    const steps = fc.array(fc.tuple(pages, fc.option(pages), fc.boolean()), { minLength: 6, maxLength: 12 });
    fc.assert(
      fc.property(steps, (chosen) => {
        const kept: { view: Uint8Array; pixels: Uint8Array }[] = [];
        for (const [page, other, isMoved] of chosen) {
          const upper = { page: { ...(other ?? page), key: 'pages[1]' }, opacity: 0.5, at: isMoved ? at : still };
          const image = { backdrop: WHITE, lower: { page, opacity: 1, at: still }, upper };
          const view = other ? compositor.composeTransition(image) : compositor.compose(page);
          kept.push({ view, pixels: view.slice() });
          for (const frame of kept.slice(-1 - FRAMES_KEPT)) expect(Buffer.compare(frame.view, frame.pixels)).toBe(0);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('shows flat colors exactly, whatever the layer’s path', async () => {
    const compositor = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const flat = { r: 37, g: 99, b: 235 };
    const paint = (): Uint8Array => {
      const bytes = new Uint8Array(64 * 48 * 4);
      for (let i = 0; i < bytes.length; i += 4) bytes.set([flat.r, flat.g, flat.b, 255], i);
      return bytes;
    };
    for (const at of [
      { x: 0, y: 0, scaleX: 1, scaleY: 1 },
      { x: 3.3, y: 1.7, scaleX: 1, scaleY: 1 },
      { x: 1, y: 1, scaleX: 1.4, scaleY: 0.9 },
      { x: 8, y: -6, scaleX: 1.4, skewY: 0.3, skewX: -0.3, scaleY: 1.4 },
    ]) {
      const layer = {
        key: 'a',
        raster: 'flat',
        width: 64,
        height: 48,
        at,
        opacity: 1,
        transient: false,
        dither: false,
        paint,
      };
      const frame = compositor.compose({ key: 'p', background: WHITE, sprites: [layer] });
      const { y, u, v } = toYuv(flat);
      const cell = 10 * (SIZE.width / 2) + 15;
      expect([frame[20 * SIZE.width + 30], frame[SIZE.width * SIZE.height + cell]]).toEqual([y, u]);
      expect(frame[(SIZE.width * SIZE.height * 5) / 4 + cell]).toBe(v);
    }
  });

  it('shows a picture that just fills the frame up to the last pixel, at any scale of its raster', async () => {
    const compositor = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const black = { r: 0, g: 0, b: 0 };
    for (const scale of [0.7, 0.935, 1.07, 1.25]) {
      // The picture's edge lies inside a raster pixel, which is therefore half covered, behind a transparent border.
      const border = 2.5;
      const width = Math.ceil((SIZE.width / scale + 2 * border) / 8) * 8;
      const height = Math.ceil((SIZE.height / scale + 2 * border) / 2) * 2;
      const cover = (at: number, extent: number): number =>
        Math.max(0, Math.min(1, at + 1 - border, border + extent / scale - at));
      const paint = (): Uint8Array => {
        const bytes = new Uint8Array(width * height * 4);
        for (let i = 0; i < width * height; i++) {
          const x = i % width;
          bytes.fill(255 * cover(x, SIZE.width) * cover((i - x) / width, SIZE.height), i * 4, i * 4 + 4);
        }
        return bytes;
      };
      const at = { x: -border * scale, y: -border * scale, scaleX: scale, scaleY: scale };
      const raster = `white ${scale}`;
      const sprite = { key: 'a', raster, width, height, at, opacity: 1, transient: false, dither: false, paint };
      const frame = compositor.compose({ key: 'p', background: black, sprites: [sprite] });
      const luma = frame.subarray(0, SIZE.width * SIZE.height);
      expect([Math.min(...luma), Math.max(...luma)]).toEqual([235, 235]);
    }
  });

  it('shows a picture that moves slowly equally sharp wherever it stands, and exact on whole pixels', async () => {
    const compositor = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    // The picture is as large as the frame and repeats, so that as much detail leaves the frame as enters it.
    const size = { width: 2 * SIZE.width, height: 2 * SIZE.height };
    const detail = softNoise(SIZE);
    const paint = (): Uint8Array =>
      Uint8Array.from({ length: 4 * size.width * size.height }, (_, i) => {
        const [x, y] = [(i >> 2) % size.width, Math.floor(i / 4 / size.width)];
        return i % 4 === 3 ? 255 : detail[(y % SIZE.height) * SIZE.width + (x % SIZE.width)]!;
      });
    const frames = Array.from({ length: 21 }, (_, step) => {
      const at = { x: -21 - step / 10, y: -21, scaleX: 1, scaleY: 1 };
      const photo = { key: 'a', raster: 'photo', ...size, at, opacity: 1, transient: false, dither: false, paint };
      return compositor.compose({ key: 'p', background: WHITE, sprites: [photo] }).slice(0, SIZE.width * SIZE.height);
    });
    const leftOf = (i: number): number => (i % SIZE.width === 0 ? i + SIZE.width - 1 : i - 1);
    const sharpness = frames.map((luma) => luma.reduce((sum, value, i) => sum + Math.abs(value - luma[leftOf(i)]!), 0));
    expect(Math.max(...sharpness) / Math.min(...sharpness)).toBeLessThan(1.03);
    const isExact = frames[20]!.every((value, i) => i % SIZE.width >= 94 || value === frames[0]![i + 2]);
    expect(isExact).toBe(true);
  });

  it('draws a frame again in full after a painter has thrown', async () => {
    const compositor = await Compositor.open(SIZE, { planeBytes: 1 << 20 });
    const good = { key: 'p', background: WHITE, sprites: [sprite('a', { id: 3, x: 2, y: 2, scale: 1, opacity: 1 })] };
    const expected = compositor.compose(good).slice();
    const failing = { ...sprite('b', { id: 6, x: 8, y: 8, scale: 1, opacity: 1 }), paint: () => fail() };
    expect(() => compositor.compose({ ...good, sprites: [...good.sprites, failing] })).toThrow('no pixels');
    expect(Buffer.compare(compositor.compose(good), expected)).toBe(0);
  });

  it('refuses a raster larger than the whole budget', async () => {
    const compositor = await Compositor.open(SIZE, { planeBytes: 1000 });
    const page = { key: 'p', background: WHITE, sprites: [sprite('a', { id: 3, x: 0, y: 0, scale: 1, opacity: 1 })] };
    expect(() => compositor.compose(page)).toThrow(RangeError);
  });
});

/** Gray noise as soft as a photograph. */
function softNoise({ width, height }: { width: number; height: number }): number[] {
  const at = (values: readonly number[], i: number): number => values[(i + values.length) % values.length]!;
  const noise = (i: number): number => {
    const mixed = Math.imul((i + 1) ^ ((i + 1) >>> 7), 0x9e37_79b1);
    return (Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca77) >>> 8) / 2 ** 24;
  };
  let values = Array.from({ length: width * height }, (_, i) => noise(i));
  for (let i = 0; i < 4; i++) {
    const step = i % 2 === 0 ? 1 : width;
    values = values.map((value, x) => (at(values, x - step) + 2 * value + at(values, x + step)) / 4);
  }
  return values.map((value) => Math.round(128 + 300 * (value - 0.5)));
}

function fail(): never {
  throw new Error('no pixels');
}
