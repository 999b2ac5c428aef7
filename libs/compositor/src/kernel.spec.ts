import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Kernel,
  KERNEL_RESERVED_BYTES,
  MIX_MODES,
  type MixColors,
  type MixMode,
  pixelBytes,
  type ResampleSharp,
  type Turn,
} from './kernel.js';
import { referenceKernel } from './reference-kernel.js';
import { openWasmKernel } from './wasm-kernel.js';

const MEMORY_BYTES = 4 * 65_536;
const A = KERNEL_RESERVED_BYTES;
const B = A + 48 * 1024;
const C = B + 48 * 1024;
const D = C + 48 * 1024;

/** Small deterministic generator (mulberry32): whole numbers in 0..limit-1. */
function random(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  };
}

let wasm: Kernel;
const noise = new Uint8Array(MEMORY_BYTES + 4096);

beforeAll(async () => {
  wasm = await openWasmKernel(MEMORY_BYTES);
  const next = random(1);
  for (let i = 0; i < noise.length; i++) noise[i] = next(256);
});

/** Runs one job on both kernels over equal noise (`seed` < 4096) and returns both memories, the kernel's own bytes left out. */
function runBoth(
  seed: number,
  prepare: (memory: Uint8Array) => void,
  job: (kernel: Kernel) => void,
): [Uint8Array, Uint8Array] {
  wasm.memory.set(noise.subarray(seed, seed + MEMORY_BYTES - KERNEL_RESERVED_BYTES), KERNEL_RESERVED_BYTES);
  prepare(wasm.memory);
  const reference = referenceKernel(wasm.memory.slice());
  job(wasm);
  job(reference);
  return [wasm.memory.subarray(KERNEL_RESERVED_BYTES), reference.memory.subarray(KERNEL_RESERVED_BYTES)];
}

/** Equality without Jest's element-wise diff, which takes minutes on planes. */
function expectSameBytes([actual, expected]: [Uint8Array, Uint8Array]): void {
  if (Buffer.compare(actual, expected) === 0) return;
  const different = actual.findIndex((byte, i) => byte !== expected[i]);
  expect({ different, actual: actual[different], expected: expected[different] }).toEqual({ different: -1 });
}

type Coverage = 'none' | 'full' | 'mixed' | 'patches';

/** Fills an alpha plane and a premultiplied color plane: color ≤ alpha, but a trace where rounding left no alpha. */
function premultiplied(memory: Uint8Array, coverage: Coverage, next: (limit: number) => number): void {
  for (let i = 0; i < 2048; i++) {
    const patch = (i >> 4) % 3;
    const kind = coverage === 'patches' ? (['none', 'full', 'mixed'] as const)[patch] : coverage;
    const alpha = kind === 'none' ? 0 : kind === 'full' ? 255 : next(256);
    memory[C + i] = alpha;
    memory[B + i] = next(Math.max(alpha, 1) + 1);
  }
}

describe('blend equals its reference', () => {
  const widths = [0, 1, 15, 16, 17, 31, 32, 33, 100];
  const cases = (['none', 'full', 'mixed', 'patches'] as const).flatMap((coverage) =>
    [0, 1, 128, 255, 256].map((opacity) => ({ coverage, opacity })),
  );
  it.each(cases)('$coverage coverage at opacity $opacity/256, odd widths and offsets', ({ coverage, opacity }) => {
    const next = random(opacity + 1);
    for (const width of widths) {
      const both = runBoth(
        width,
        (memory) => premultiplied(memory, coverage, next),
        (kernel) =>
          kernel.blend({
            target: A + 5,
            targetStride: 131,
            source: B + 3,
            alpha: C + 3,
            sourceStride: 117,
            width,
            height: 7,
            opacity,
          }),
      );
      expectSameBytes(both);
    }
  });

  it('and fades an opaque plane as it blends it', () => {
    const size = { width: fc.nat(70), height: fc.nat(5), opacity: fc.integer({ min: 0, max: 256 }) };
    fc.assert(
      fc.property(fc.record(size), (job) => {
        const planes = { target: A, targetStride: 80, source: B, sourceStride: 96 };
        const opaque = (memory: Uint8Array): void => void memory.fill(255, C, C + 1024);
        const [faded, expected] = runBoth(2, opaque, (kernel) => kernel.fade({ ...job, ...planes }));
        expectSameBytes([faded, expected]);
        const shown = faded.slice();
        const [blended] = runBoth(2, opaque, (kernel) => kernel.blend({ ...job, ...planes, alpha: C }));
        expectSameBytes([shown, blended]);
      }),
    );
  });

  it('keeps a color it blends over itself, at any coverage and opacity, within one step', () => {
    for (const opacity of [0, 1, 37, 128, 200, 255, 256]) {
      for (let alpha = 0; alpha < 256; alpha++) {
        wasm.memory.fill(235, A, A + 16);
        wasm.memory.fill(Math.round((235 * alpha) / 255), B, B + 16);
        wasm.memory.fill(alpha, C, C + 16);
        wasm.blend({
          target: A,
          targetStride: 16,
          source: B,
          alpha: C,
          sourceStride: 16,
          width: 16,
          height: 1,
          opacity,
        });
        expect(Math.abs(wasm.memory[A]! - 235)).toBeLessThanOrEqual(1);
      }
    }
  });
});

const ONE = 4096;
const UNCHANGED = {
  toLuma: { gain: ONE, lift: 0 },
  toU: { u: ONE, v: 0, lift: 0 },
  toV: { u: 0, v: ONE, lift: 0 },
};

/** Scales luma around black, and chroma around gray. */
function gradedBy(luma: number, chroma: number): typeof UNCHANGED {
  const lift = Math.round((128 / 255) * (1 - chroma) * ONE);
  return {
    toLuma: { gain: luma * ONE, lift: Math.round((16 / 255) * (1 - luma) * ONE) },
    toU: { u: chroma * ONE, v: 0, lift },
    toV: { u: 0, v: chroma * ONE, lift },
  };
}

describe('grade', () => {
  const planes = { y: B, a: B + 8192, u: B + 16_384, v: B + 20_480, c: B + 24_576, stride: 64 };
  const inPlace = { ty: B, tu: B + 16_384, tv: B + 20_480, targetStride: 64 };
  const apart = { ty: C, tu: C + 8192, tv: C + 12_288, targetStride: 80 };
  const opaque = (memory: Uint8Array): void => {
    memory.fill(255, planes.a, planes.a + 64 * 12);
    memory.fill(255, planes.c, planes.c + 32 * 6);
  };
  /** Opaque colors around gray; some are outside. */
  const muted =
    (spread: number) =>
    (memory: Uint8Array): void => {
      opaque(memory);
      for (const plane of [planes.u, planes.v]) {
        for (let i = plane; i < plane + 32 * 6; i++) memory[i] = 128 + Math.round((memory[i]! - 128) * spread);
      }
    };
  const factor = fc.integer({ min: -32_768, max: 32_767 });
  const chroma = fc.record({ u: factor, v: factor, lift: factor });
  const anyGrade = fc.record({ toLuma: fc.record({ gain: factor, lift: factor }), toU: chroma, toV: chroma });
  const mildGrade = fc
    .tuple(fc.double({ min: 0.3, max: 3, noNaN: true }), fc.double({ min: 0, max: 3, noNaN: true }))
    .map(([luma, saturation]) => gradedBy(Math.round(luma * ONE) / ONE, Math.round(saturation * ONE) / ONE));

  it('equals its reference for noise, for opaque noise and for colors that are mostly within', () => {
    const spread = fc.double({ min: 0, max: 0.4, noNaN: true });
    fc.assert(
      fc.property(
        fc.nat(32),
        fc.oneof(fc.constant(opaque), fc.constant(noPreparation), spread.map(muted)),
        fc.oneof(anyGrade, mildGrade, fc.constant(UNCHANGED)),
        fc.record({ isClipped: fc.boolean(), target: fc.constantFrom(inPlace, apart) }),
        (n, prepare, factors, { isClipped, target }) => {
          const job = { ...planes, ...target, ...factors, isClipped, width: 2 * n, height: 12 };
          expectSameBytes(runBoth(n, prepare, (kernel) => kernel.grade(job)));
        },
      ),
    );
  });

  const colorOf = (color: readonly number[], factors: typeof UNCHANGED): number[] => {
    runBoth(0, opaque, (kernel) => {
      [planes.y, planes.u, planes.v].forEach((plane, i) => kernel.memory.fill(color[i]!, plane, plane + 64));
      kernel.memory.fill(color[0]!, planes.y, planes.y + 64 * 2);
      kernel.grade({ ...planes, ...inPlace, ...factors, isClipped: true, width: 64, height: 2 });
    });
    return [wasm.memory[planes.y + 40]!, wasm.memory[planes.u + 20]!, wasm.memory[planes.v + 20]!];
  };

  it('leaves colors that can be shown as they are, and gives those nearest to others', () => {
    expect(colorOf([16, 128, 128], UNCHANGED)).toEqual([16, 128, 128]);
    expect(colorOf([63, 102, 240], UNCHANGED)).toEqual([63, 102, 240]);
    expect(colorOf([235, 128, 190], UNCHANGED)).not.toEqual([235, 128, 190]);
    const red = colorOf([63, 102, 255], UNCHANGED);
    expect(red.every((value, i) => Math.abs(value - [63, 102, 240][i]!) <= 1)).toBe(true);
  });

  it.each<[string, number[], factors: typeof UNCHANGED, number[]]>([
    ['white stays white', [235, 128, 128], gradedBy(3, 3), [235, 128, 128]],
    ['a bright red stops at its brightest, without a cast', [63, 102, 240], gradedBy(3, 3), [63, 102, 240]],
    ['a strongly saturated color keeps its hue', [63, 102, 240], gradedBy(1, 7), [63, 102, 240]],
  ])('clips what is beyond the brightest colors: %s', (_case, color, factors, expected) => {
    const given = colorOf(color, factors);
    expect(given.every((value, i) => Math.abs(value - expected[i]!) <= 2)).toBe(true);
  });
});

describe('toRgba', () => {
  it('equals its reference for noise of any size', () => {
    const size = fc.record({ width: fc.nat(40), height: fc.nat(6), isFull: fc.boolean() });
    fc.assert(
      fc.property(fc.nat(999), size, (seed, job) => {
        const from = { y: B + 1, lumaStride: 64, u: C + 3, v: D + 5, chromaStride: 48 };
        // Up to 3 pixels past a row's end are overwritten: rows follow upwards, and those behind the last are cleared.
        const both = runBoth(seed, noPreparation, (kernel) => {
          kernel.toRgba({ ...job, ...from, rgba: A, rgbaStride: 4 * job.width });
          kernel.memory.fill(0, A + 4 * job.width * job.height, A + 4 * job.width * job.height + 16);
        });
        expectSameBytes(both);
      }),
    );
  });

  it('gives the colors of the standard within half a level', () => {
    const levels = [16, 40, 81, 128, 200, 235];
    for (const y of levels) {
      for (const u of levels) {
        for (const v of levels) {
          for (const [plane, value] of [
            [B, y],
            [C, u],
            [D, v],
          ] as const)
            wasm.memory.fill(value, plane, plane + 16);
          const planes = { y: B, lumaStride: 16, u: C, v: D, chromaStride: 16 };
          wasm.toRgba({ ...planes, rgba: A, rgbaStride: 16, width: 1, height: 1, isFull: true });
          const [luma, cb, cr] = [((y - 16) * 255) / 219, ((u - 128) * 255) / 224, ((v - 128) * 255) / 224];
          const exact = [luma + 1.5748 * cr, luma - 0.18732 * cb - 0.46812 * cr, luma + 1.8556 * cb];
          exact.forEach((channel, i) => {
            expect(Math.abs(wasm.memory[A + i]! - Math.min(255, Math.max(0, channel)))).toBeLessThanOrEqual(0.501);
          });
          expect(wasm.memory[A + 3]).toBe(255);
        }
      }
    }
  });
});

describe('scale equals its reference', () => {
  it.each([0, 1, 15, 16, 17, 32, 47, 100])('%i bytes wide, at odd offsets', (width) => {
    expectSameBytes(
      runBoth(width, noPreparation, (kernel) =>
        kernel.scale({ target: A + 5, targetStride: 131, mask: B + 3, maskStride: 117, width, height: 7 }),
      ),
    );
  });
});

describe('cut', () => {
  const planes = { y: B, a: B + 8192, u: B + 16_384, v: B + 20_480, c: B + 24_576, stride: 64 };

  it.each([2, 8, 30, 46, 64])('equals its reference, %i wide', (width) => {
    const both = runBoth(width, noPreparation, (kernel) =>
      kernel.cut({ ...planes, mask: C + 3, maskStride: 71, width, height: 10 }),
    );
    const picture = (memory: Uint8Array): Uint8Array =>
      Uint8Array.from(
        [planes.y, planes.a, planes.u, planes.v, planes.c].flatMap((plane, i) => {
          const half = i < 2 ? 1 : 2;
          return Array.from({ length: 10 / half }, (_, row) => {
            const start = plane - KERNEL_RESERVED_BYTES + (row * planes.stride) / half;
            return [...memory.subarray(start, start + width / half)];
          }).flat();
        }),
      );
    expectSameBytes([picture(both[0]), picture(both[1])]);
  });

  it('leaves the chroma of a half covered cell alone where the mask covers all that is there', () => {
    wasm.memory.set([0, 200, 0, 200], B);
    wasm.memory.fill(0, planes.a, planes.a + 128);
    wasm.memory.fill(0, C, C + 16);
    for (const row of [0, 1]) {
      wasm.memory[planes.a + row * 64 + 1] = 255;
      wasm.memory[C + row * 8 + 1] = 255;
    }
    for (const plane of [planes.u, planes.v, planes.c]) wasm.memory[plane] = 128;
    wasm.cut({ ...planes, mask: C, maskStride: 8, width: 2, height: 2 });
    expect([planes.u, planes.v, planes.c].map((plane) => wasm.memory[plane])).toEqual([128, 128, 128]);
  });
});

describe('mixColors', () => {
  const stride = 64;
  const target = { ty: D, tu: D + 8192, tv: D + 12_288, targetStride: stride };
  const transparent = { a: A + 16_384, c: A + 24_576 };
  const translucent = { sa: B + 8192, sc: B + 24_576 };
  const inPlace = { ty: A, tu: A + 8192, tv: A + 12_288, targetStride: stride };
  const mix = (
    kernel: Kernel,
    mode: number,
    [width, height]: readonly [number, number],
    planes: Partial<MixColors> = translucent,
  ): void =>
    kernel.mixColors({
      ...{ y: A, u: A + 8192, v: A + 12_288, stride },
      ...{ sy: B, su: B + 16_384, sv: B + 20_480, sourceStride: stride },
      ...target,
      ...planes,
      ...{ width, height, mode },
    });

  const spread = (memory: Uint8Array): void => {
    const next = random(5);
    for (let i = 0; i < 8192; i++) {
      const alpha = (i >> 5) % 3 === 0 ? 0 : (i >> 5) % 3 === 1 ? 255 : next(256);
      memory[B + 8192 + i] = alpha;
      memory[B + i] = Math.round((alpha * (16 + next(220))) / 255);
    }
  };

  it.each(MIX_MODES.map((name, index) => [name, index + 1] as const))(
    '%s equals its reference on random planes, odd groups included',
    (_, mode) => {
      for (const [width, height] of [
        [2, 2],
        [4, 4],
        [46, 20],
        [64, 30],
      ] as const) {
        for (const cover of [{}, transparent]) {
          for (const planes of [translucent, inPlace]) {
            const job = { ...planes, ...cover };
            expectSameBytes(runBoth(mode, spread, (kernel) => mix(kernel, mode, [width, height], job)));
          }
        }
      }
    },
  );

  it.each<[MixMode, [number, number], number]>([
    ['multiply', [128, 128], 64],
    ['screen', [128, 128], 192],
    ['overlay', [64, 128], 64],
    ['darken', [64, 128], 64],
    ['lighten', [64, 128], 128],
    ['color-dodge', [64, 128], 129],
    ['color-dodge', [0, 255], 0],
    ['color-burn', [192, 128], 129],
    ['color-burn', [255, 0], 255],
    ['hard-light', [128, 64], 64],
    ['soft-light', [64, 255], 128],
    ['difference', [200, 60], 140],
    ['exclusion', [255, 60], 195],
    ['luminosity', [200, 60], 60],
    ['color', [200, 60], 200],
  ])('%s of the grays %j is %i', (name, [backdrop, source], expected) => {
    const luma = (gray: number): number => Math.round(16 + (gray * 219) / 255);
    wasm.memory.fill(128, A, B + 48 * 1024);
    wasm.memory.fill(luma(backdrop), A, A + 256);
    wasm.memory.fill(luma(source), B, B + 256);
    wasm.memory.fill(255, B + 8192, B + 8192 + 256);
    wasm.memory.fill(255, B + 24_576, B + 24_576 + 256);
    mix(wasm, MIX_MODES.indexOf(name) + 1, [4, 2]);
    expect(Math.abs(wasm.memory[D]! - luma(expected))).toBeLessThanOrEqual(1);
    expect([wasm.memory[D + 8192], wasm.memory[D + 12_288]]).toEqual([128, 128]);
  });
});

describe('halve, mosaic and blur equal their references', () => {
  const sizes = [
    [1, 1],
    [2, 3],
    [15, 4],
    [33, 7],
    [64, 9],
    [99, 30],
  ] as const;
  const planes = { target: D + 3, targetStride: 107, source: A + 1, sourceStride: 103 };

  it.each(sizes)('%i × %i', (width, height) => {
    const size = { width, height };
    expectSameBytes(runBoth(width, noPreparation, (kernel) => kernel.halve({ ...planes, ...size })));
    for (const block of [1, 2, 7, 40]) {
      const grid = { block, originX: 3, originY: -5 };
      expectSameBytes(runBoth(width, noPreparation, (kernel) => kernel.mosaic({ ...planes, ...size, ...grid })));
    }
    for (const weights of [
      [16_384, 8192],
      [8000, 6000, 4000, 2384],
    ]) {
      const prepare = (memory: Uint8Array): void => {
        const view = new DataView(memory.buffer);
        weights.forEach((weight, i) => view.setInt16(C + 2 * i, weight, true));
      };
      const filter = { ...size, weights: C, radius: weights.length - 1 };
      const rows = { ...filter, source: A + 1, sourceStride: 103, target: D, targetStride: 288, row: C + 1024 };
      const columns = { ...filter, source: D, sourceStride: 288, target: A + 1, targetStride: 103 };
      const blurred = runBoth(width, prepare, (kernel) => {
        kernel.blurRows(rows);
        kernel.blurColumns(columns);
      });
      const picture = (memory: Uint8Array): Uint8Array => memory.subarray(0, B - A);
      const lanes = (memory: Uint8Array): Uint8Array =>
        Buffer.concat(
          Array.from({ length: height }, (_, y) => memory.subarray(D - A + y * 288, D - A + y * 288 + 2 * width)),
        );
      for (const part of [picture, lanes]) expectSameBytes([part(blurred[0]), part(blurred[1])]);
    }
  });

  it('leave a plane of one value as it is', () => {
    wasm.memory.fill(201, A, A + 4096);
    const view = new DataView(wasm.memory.buffer);
    [5462, 5461, 4096, 4096].forEach((weight, i) => view.setInt16(C + 2 * i, weight, true));
    const size = { width: 50, height: 20 };
    const filter = { ...size, weights: C, radius: 3 };
    wasm.blurRows({ ...filter, source: A + 1, sourceStride: 103, target: B, targetStride: 128, row: C + 1024 });
    wasm.blurColumns({ ...filter, source: B, sourceStride: 128, target: D + 3, targetStride: 107 });
    expect(new Set(wasm.memory.slice(D + 3, D + 53))).toEqual(new Set([201]));
    wasm.mosaic({ ...planes, ...size, block: 6, originX: 0, originY: 0 });
    expect(new Set(wasm.memory.slice(D + 3, D + 53))).toEqual(new Set([201]));
  });
});

describe('lerp equals its reference', () => {
  it.each([0, 1, 127, 128, 255, 256])('at progress %i/256', (progress) => {
    expectSameBytes(
      runBoth(progress, noPreparation, (kernel) => kernel.lerp({ target: A, from: B, to: C, count: 4096, progress })),
    );
  });

  it('gives either end exactly', () => {
    wasm.lerp({ target: A, from: B, to: C, count: 4096, progress: 0 });
    expect(wasm.memory.slice(A, A + 4096)).toEqual(wasm.memory.slice(B, B + 4096));
    wasm.lerp({ target: A, from: B, to: C, count: 4096, progress: 256 });
    expect(wasm.memory.slice(A, A + 4096)).toEqual(wasm.memory.slice(C, C + 4096));
  });
});

describe('copyRect and fillRect equal their references', () => {
  it.each([0, 1, 15, 16, 17, 64, 99])('%i bytes wide', (width) => {
    const size = { target: A + 7, targetStride: 113, width, height: 9 };
    const copy = runBoth(width, noPreparation, (kernel) =>
      kernel.copyRect({ ...size, source: B + 1, sourceStride: 101 }),
    );
    expectSameBytes(copy);
    expectSameBytes(runBoth(width, noPreparation, (kernel) => kernel.fillRect({ ...size, value: 200 })));
  });
});

describe('toPlanes', () => {
  const convert = (kernel: Kernel, width: number, height: number, dither: boolean): void =>
    kernel.toPlanes({
      rgba: A,
      rgbaStride: width * 4 + 12,
      width,
      height,
      y: B,
      a: C,
      lumaStride: width + 5,
      u: D,
      v: D + 16 * 1024,
      c: D + 32 * 1024,
      chromaStride: width / 2 + 3,
      dither,
    });

  it.each([
    [8, 2],
    [16, 6],
    [24, 10],
    [104, 4],
    [40, 36],
  ])('equals its reference on random pixels, dithered or not, %i × %i', (width, height) => {
    for (const dither of [false, true]) {
      expectSameBytes(runBoth(width, noPreparation, (kernel) => convert(kernel, width, height, dither)));
    }
  });

  it('dithers a color between two levels to its true mean, and leaves exact ones alone', () => {
    const meanLuma = (gray: number): number => {
      for (let i = 0; i < 64 * 16 * 4; i++) wasm.memory[A + i] = i % 4 === 3 ? 255 : gray;
      wasm.toPlanes({
        ...{ rgba: A, rgbaStride: 256, width: 64, height: 16, y: B, a: C, lumaStride: 64 },
        ...{ u: D, v: D + 1024, c: D + 2048, chromaStride: 32, dither: true },
      });
      return wasm.memory.slice(B, B + 1024).reduce((sum, y) => sum + y, 0) / 1024;
    };
    for (const gray of [1, 50, 77, 200, 254]) expect(meanLuma(gray)).toBeCloseTo(16 + (gray * 219) / 255, 1);
    expect([meanLuma(0), meanLuma(255)]).toEqual([16, 235]);
  });

  it.each([
    { name: 'black', rgba: [0, 0, 0, 255], dither: true, yuv: [16, 128, 128] },
    { name: 'white', rgba: [255, 255, 255, 255], dither: true, yuv: [235, 128, 128] },
    { name: 'gray', rgba: [128, 128, 128, 255], dither: false, yuv: [126, 128, 128] },
    { name: 'red', rgba: [255, 0, 0, 255], dither: false, yuv: [63, 102, 240] },
    { name: 'green', rgba: [0, 255, 0, 255], dither: false, yuv: [173, 42, 26] },
    { name: 'blue', rgba: [0, 0, 255, 255], dither: false, yuv: [32, 240, 118] },
    { name: 'nothing', rgba: [0, 0, 0, 0], dither: true, yuv: [0, 0, 0] },
  ])('gives BT.709 limited range for $name', ({ rgba, yuv, dither }) => {
    for (let i = 0; i < 4096; i++) wasm.memory[A + i] = rgba[i % 4]!;
    wasm.toPlanes({
      ...{ rgba: A, rgbaStride: 32, width: 8, height: 2, y: B, a: C, lumaStride: 8 },
      ...{ u: D, v: D + 1024, c: D + 2048, chromaStride: 4, dither },
    });
    expect([wasm.memory[B], wasm.memory[D], wasm.memory[D + 1024]]).toEqual(yuv);
    expect([wasm.memory[C], wasm.memory[D + 2048]]).toEqual([rgba[3], rgba[3]]);
  });
});

describe('turn', () => {
  const size = { sourceWidth: 61, sourceHeight: 37 };
  const targets = [A + 9, A + 9 + 8192, A + 9 + 16_384] as const;
  const turn = (
    kernel: Kernel,
    job: Pick<Turn, 'origin' | 'across' | 'down' | 'firstX' | 'firstY' | 'width' | 'height'>,
    count = 3,
  ): void => {
    const shown = targets.slice(0, count) as unknown as Turn['targets'];
    const sourceStride = 80 * pixelBytes(shown);
    kernel.turn({ ...size, ...job, source: B, sourceStride, targets: shown, targetStride: 140, table: D });
  };
  const number = (most: number): fc.Arbitrary<number> =>
    fc.oneof(fc.double({ min: -most, max: most, noNaN: true }), fc.integer({ min: -most, max: most }));
  const vector = (most: number) => fc.record({ x: number(most), y: number(most) });
  const jobs = fc.record({
    ...{ origin: vector(90), across: vector(2), down: vector(2) },
    ...{
      firstX: fc.nat(40),
      firstY: fc.nat(40),
      width: fc.integer({ min: 1, max: 64 }),
      height: fc.integer({ min: 1, max: 20 }),
    },
  });
  /** The planes, which lie below the table. */
  const planesOf = (memory: Uint8Array): Uint8Array => memory.subarray(0, D - A);

  /** Noise in patches of flat color, which are copied without mixing. */
  const patched = (memory: Uint8Array): void => {
    for (let i = 0; i < 37; i++) memory.fill((i * 40) % 256, B + 300 * i, B + 300 * i + 200);
  };

  it('equals its reference under any map, for one to three planes', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 3 }), fc.boolean(), (job, count, isPatched) => {
        const prepare = isPatched ? patched : noPreparation;
        const [actual, expected] = runBoth(1, prepare, (kernel) => turn(kernel, job, count));
        expectSameBytes([planesOf(actual), planesOf(expected)]);
      }),
      { numRuns: 300 },
    );
  });

  it('draws any part exactly as in the whole', () => {
    const part = fc.record({
      x: fc.nat(40),
      y: fc.nat(12),
      width: fc.integer({ min: 1, max: 20 }),
      height: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(jobs, part, (job, { x, y, width, height }) => {
        const rows = (kernel: Kernel, count: number, from: number, bytes: number): string =>
          Array.from({ length: count }, (_, row) => {
            const start = targets[0] + (from + row) * 140;
            return Buffer.from(kernel.memory.subarray(start, start + bytes)).toString('hex');
          }).join();
        runBoth(3, noPreparation, (kernel) => turn(kernel, { ...job, width: 64, height: 20 }));
        const whole = Array.from({ length: height }, (_, row) => {
          const start = targets[0] + (y + row) * 140 + x;
          return Buffer.from(wasm.memory.subarray(start, start + width)).toString('hex');
        }).join();
        turn(wasm, { ...job, firstX: job.firstX + x, firstY: job.firstY + y, width, height });
        expect(rows(wasm, height, 0, width)).toBe(whole);
      }),
    );
  });

  it('turns by a quarter exactly, and leaves nothing outside of the source', () => {
    const quarter = { origin: { x: 0, y: 37 }, across: { x: 0, y: -1 }, down: { x: 1, y: 0 } };
    runBoth(5, noPreparation, (kernel) => turn(kernel, { ...quarter, firstX: 0, firstY: 0, width: 45, height: 20 }));
    for (let y = 0; y < 20; y++) {
      // The last column and row of the source have no neighbor to mix with.
      for (let x = 1; x < 37; x++) {
        expect(wasm.memory[A + 9 + y * 140 + x]).toBe(wasm.memory[B + (36 - x) * 320 + 4 * y]);
      }
      for (let x = 37; x < 45; x++) expect(wasm.memory[A + 9 + y * 140 + x]).toBe(0);
    }
  });
});

describe('interleave', () => {
  it.each([
    ['two', [B, B + 4096]],
    ['three', [B, B + 4096, B + 8192]],
  ] as const)('puts %s planes of any size beside each other', (_, sources) => {
    const size = { width: fc.nat(40), height: fc.nat(9) };
    fc.assert(
      fc.property(fc.record(size), (job) => {
        expectSameBytes(
          runBoth(9, noPreparation, (kernel) =>
            kernel.interleave({ ...job, sources, sourceStride: 44, target: A, targetStride: 200 }),
          ),
        );
      }),
    );
  });
});

/** A resampling between two neighbors, or of four. */
const WAYS: readonly (Pick<ResampleSharp, 'sharpness' | 'isBounded'> | undefined)[] = [
  undefined,
  { sharpness: 0.6, isBounded: false },
  { sharpness: 0.6, isBounded: true },
  { sharpness: 1, isBounded: false },
  { sharpness: 0, isBounded: false },
];

describe.each(WAYS)('resampling, %o', (way) => {
  const resample = (
    kernel: Kernel,
    at: { width: number; height: number; from: number; origin: number; step: number; fromX?: number },
  ): void => {
    const source = { width: 61, height: 37, stride: 80 };
    const table = {
      ...{ table: D, firstX: at.fromX ?? at.from, count: at.width, origin: at.origin, step: at.step },
      sourceWidth: source.width,
    };
    const job = {
      ...{ target: A + 9, targetStride: 140, width: at.width, height: at.height },
      ...{ source: B, sourceStride: source.stride, sourceHeight: source.height },
      ...{ firstY: at.from, originY: at.origin, stepY: at.step, table: D, rows: D + 16 * 1024 },
    };
    if (way) {
      kernel.buildSharpTable({ ...table, sharpness: way.sharpness });
      kernel.resampleSharp({ ...job, ...way });
    } else {
      kernel.buildTable(table);
      kernel.resample(job);
    }
  };

  const isSharp = way !== undefined && way.sharpness > 0;
  const places = [0.3, 0.5, 0.77, 1, 1.5, ...(isSharp ? [] : [1.999, 2])].flatMap((step) =>
    [-7.3, 0, 0.25, 12.5].map((origin) => ({ step, origin })),
  );
  it.each(places)('equals its reference at $step source bytes a byte from $origin', ({ step, origin }) => {
    for (const width of [1, 8, 15, 16, 17, 33, 64]) {
      const job = { width, height: 11, from: 4, origin, step };
      // The row scratch holds whatever a kernel left beyond the row's end: only the picture counts.
      const [actual, expected] = runBoth(width, noPreparation, (kernel) => resample(kernel, job));
      expectSameBytes([actual.subarray(0, D - A + 8 * 1024), expected.subarray(0, D - A + 8 * 1024)]);
    }
  });

  it('keeps whole-pixel moves exact', () => {
    const next = random(3);
    for (let i = 0; i < 8192; i++) wasm.memory[B + i] = next(256);
    resample(wasm, { width: 40, height: 20, from: 10, origin: 10, step: 1 });
    for (let y = 0; y < 20; y++) {
      const row = wasm.memory.slice(A + 9 + y * 140, A + 9 + y * 140 + 40);
      expect(row).toEqual(wasm.memory.slice(B + y * 80, B + y * 80 + 40));
    }
  });

  it('places an edge within a hundredth of a pixel', () => {
    // A ramp of 4 per pixel read at a fractional offset shows the offset itself.
    for (let y = 0; y < 37; y++) for (let x = 0; x < 61; x++) wasm.memory[B + y * 80 + x] = x * 4;
    for (const origin of [0.25, 0.5, 0.75]) {
      resample(wasm, { width: 40, height: 4, from: 8, origin, step: 1 });
      for (let x = 0; x < 40; x++) expect(wasm.memory[A + 9 + x]).toBe((x + 8 - origin) * 4);
    }
  });

  it('leaves a flat color as it is', () => {
    for (const value of [0, 1, 128, 200, 255]) {
      wasm.memory.fill(value, B, B + 8192);
      resample(wasm, { width: 40, height: 4, from: 8, origin: 0.37, step: 0.913 });
      expect(new Set(wasm.memory.slice(A + 9, A + 49))).toEqual(new Set([value]));
    }
  });

  it('draws a part of a row exactly as the whole row', () => {
    const next = random(11);
    for (let i = 0; i < 8192; i++) wasm.memory[B + i] = next(256);
    const job = { height: 6, origin: 3.37, step: 0.8131, from: 4 };
    resample(wasm, { ...job, width: 64 });
    const whole = wasm.memory.slice(A + 9, A + 9 + 64);
    for (const skip of [1, 6, 13, 22]) {
      resample(wasm, { ...job, width: 30, fromX: 4 + skip });
      expect(wasm.memory.slice(A + 9, A + 9 + 30)).toEqual(whole.slice(skip, skip + 30));
    }
  });
});

describe('resampleSharp', () => {
  const half = { table: D, firstX: 0, count: 16, origin: 0.5, step: 1, sourceWidth: 16, sharpness: 0.6 };
  const atHalf = (row: readonly number[], isBounded: boolean): number[] => {
    wasm.memory.set(row, B);
    wasm.buildSharpTable(half);
    wasm.resampleSharp({
      ...{ target: A, targetStride: 16, width: 16, height: 1, source: B, sourceStride: 16, sourceHeight: 1 },
      ...{ firstY: 0, originY: 0, stepY: 1, sharpness: 0.6, isBounded, table: D, rows: D + 16 * 1024 },
    });
    return [...wasm.memory.slice(A, A + 16)];
  };
  const edge = [60, 60, 60, 60, 60, 60, 60, 60, 160, 160, 160, 160, 160, 160, 160, 160];

  it('steepens an edge between pixels, and shows nothing beyond its two sides if bounded', () => {
    expect(atHalf(edge, false).slice(6, 11)).toEqual([60, 53, 110, 168, 160]);
    expect(atHalf(edge, true).slice(6, 11)).toEqual([60, 60, 110, 160, 160]);
  });

  it('keeps most of a line of one pixel between two', () => {
    const line = edge.map((_, x) => (x === 7 ? 200 : 100));
    expect(Math.min(...atHalf(line, true).slice(7, 9))).toBeGreaterThanOrEqual(157);
  });
});

function noPreparation(): void {
  // The random bytes do as they are.
}
