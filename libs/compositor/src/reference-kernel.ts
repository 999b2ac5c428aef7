import type {
  Blend,
  BlurColumns,
  BlurRows,
  BuildTable,
  CopyRect,
  Cut,
  Fade,
  FillRect,
  Interleave,
  Kernel,
  Lerp,
  Mosaic,
  PlaneToPlane,
  Resample,
  Scale,
  ToPlanes,
  ToRgba,
  Turn,
} from './kernel.js';
import { pixelBytes } from './kernel.js';
import { byte, div255, nearest } from './reference-colors.js';
import { grade } from './reference-grade.js';
import { mixColors } from './reference-mix.js';
import { clampIndex } from './clamp-index.js';
import { buildSharpTable, resampleSharp } from './reference-sharp.js';

/** Bytes of one table record of `buildTable`, which serves 8 output bytes. */
const RECORD_BYTES = 64;

/**
 * The kernel in plain TypeScript, as simple as possible: the specification of each function. Byte for byte equal to the
 * WebAssembly kernel, which tests check, and some fifty times slower.
 *
 * `memory` is not initialized, so that a test can run both kernels on copies of the same bytes.
 */
export function referenceKernel(memory: Uint8Array<ArrayBuffer>): Kernel {
  return {
    memory,
    toPlanes: (job) => toPlanes(memory, job),
    toRgba: (job) => toRgba(memory, job),
    blend: (job) => blend(memory, job),
    fade: (job) => fade(memory, job),
    grade: (job) => grade(memory, job),
    scale: (job) => scale(memory, job),
    cut: (job) => cut(memory, job),
    mixColors: (job) => mixColors(memory, job),
    lerp: (job) => lerp(memory, job),
    copyRect: (job) => copyRect(memory, job),
    fillRect: (job) => fillRect(memory, job),
    buildTable: (job) => buildTable(memory, job),
    resample: (job) => resample(memory, job),
    buildSharpTable: (job) => buildSharpTable(memory, job),
    resampleSharp: (job) => resampleSharp(memory, job),
    interleave: (job) => interleave(memory, job),
    turn: (job) => turn(memory, job),
    halve: (job) => halve(memory, job),
    blurRows: (job) => blurRows(memory, job),
    blurColumns: (job) => blurColumns(memory, job),
    mosaic: (job) => mosaic(memory, job),
  };
}

/** BT.709 limited range in Q14 for premultiplied R, G, B and A (which carries the offsets 16 and 128). */
const LUMA = [2991, 10064, 1016, 1028] as const;
const BLUE = [-1649, -5547, 7196, 8224] as const;
const RED = [7196, -6536, -660, 8224] as const;

type Weights = readonly [number, number, number, number];

function clampByte(value: number): number {
  return Math.max(0, Math.min(255, value));
}

/** Bayer's matrix: each doubling puts 0, 2, 3, 1 into the quarters (top left, top right, bottom left, bottom right). */
function bayer(x: number, y: number, order: number): number {
  if (order === 1) return 0;
  const half = order / 2;
  const quarter = [0, 2, 3, 1][(y >= half ? 2 : 0) + (x >= half ? 1 : 0)]!;
  return 4 * bayer(x % half, y % half, half) + quarter;
}

/** The value added in Q14 before the fraction is dropped. */
function threshold(dither: boolean, x: number, y: number): number {
  return dither ? (bayer(x & 7, y & 7, 8) + 0.5) * 256 : 8192;
}

function toPlanes(memory: Uint8Array, job: ToPlanes): void {
  const channel = (x: number, y: number, c: number): number => memory[job.rgba + y * job.rgbaStride + x * 4 + c]!;
  for (let y = 0; y < job.height; y++) {
    for (let x = 0; x < job.width; x++) {
      const sum = LUMA.reduce((total, weight, c) => total + weight * channel(x, y, c), 0);
      memory[job.y + y * job.lumaStride + x] = clampByte((sum + threshold(job.dither, x, y)) >> 14);
      memory[job.a + y * job.lumaStride + x] = channel(x, y, 3);
    }
  }
  for (let y = 0; y < job.height; y += 2) {
    for (let x = 0; x < job.width; x += 2) {
      const cell = (c: number): number =>
        channel(x, y, c) + channel(x + 1, y, c) + channel(x, y + 1, c) + channel(x + 1, y + 1, c);
      const chroma = (weights: Weights, row: number): number => {
        const sum = weights.reduce((total, weight, c) => total + weight * cell(c), 0);
        return clampByte((sum + 4 * threshold(job.dither, x / 2, row)) >> 16);
      };
      const offset = (y / 2) * job.chromaStride + x / 2;
      memory[job.u + offset] = chroma(BLUE, y / 2);
      memory[job.v + offset] = chroma(RED, y / 2 + 3);
      memory[job.c + offset] = (cell(3) + 2) >> 2;
    }
  }
}

function toRgba(memory: Uint8Array, job: ToRgba): void {
  const f = Math.fround;
  const half = job.isFull ? 0 : 1;
  for (let y = 0; y < job.height; y++) {
    for (let x = 0; x < job.width; x++) {
      const cell = (y >> half) * job.chromaStride + (x >> half);
      const [u, v] = [memory[job.u + cell]! - 128, memory[job.v + cell]! - 128];
      const level = f((memory[job.y + y * job.lumaStride + x]! - 16) * f(255 / 219));
      const green = f(f(level - f(u * f(0.21324375))) - f(v * f(0.5329044642857143)));
      const [red, blue] = [f(level + f(v * f(1.7927410714285714))), f(level + f(u * f(2.112401785714286)))];
      memory.set([byte(red), byte(green), byte(blue), 255], job.rgba + y * job.rgbaStride + 4 * x);
    }
  }
}

function blend(memory: Uint8Array, job: Blend): void {
  blendBy(memory, job, (offset) => memory[job.alpha + offset]!);
}

function fade(memory: Uint8Array, job: Fade): void {
  blendBy(memory, job, () => 255);
}

function blendBy(memory: Uint8Array, job: Fade, alphaAt: (offset: number) => number): void {
  for (let y = 0; y < job.height; y++) {
    for (let x = 0; x < job.width; x++) {
      const source = y * job.sourceStride + x;
      if (alphaAt(source) === 0) continue;
      const cover = (alphaAt(source) * job.opacity + 128) >> 8;
      const color = (memory[job.source + source]! * job.opacity + 128) >> 8;
      const target = job.target + y * job.targetStride + x;
      memory[target] = clampByte(color + div255(memory[target]! * (255 - cover)));
    }
  }
}

function scale(memory: Uint8Array, job: Scale): void {
  for (let y = 0; y < job.height; y++) {
    for (let x = 0; x < job.width; x++) {
      const target = job.target + y * job.targetStride + x;
      memory[target] = div255(memory[target]! * memory[job.mask + y * job.maskStride + x]!);
    }
  }
}

function cut(memory: Uint8Array, job: Cut): void {
  for (let y = 0; y < job.height; y += 2) {
    for (let x = 0; x < job.width; x += 2) {
      let [before, after] = [0, 0];
      for (const [dx, dy] of [0, 1, 2, 3].map((i) => [i & 1, i >> 1] as const)) {
        const pixel = (y + dy) * job.stride + x + dx;
        const factor = memory[job.mask + (y + dy) * job.maskStride + x + dx]!;
        before += memory[job.a + pixel]!;
        memory[job.a + pixel] = div255(memory[job.a + pixel]! * factor);
        memory[job.y + pixel] = div255(memory[job.y + pixel]! * factor);
        after += memory[job.a + pixel]!;
      }
      const share = Math.fround(after / Math.max(1, before));
      const cell = (y / 2) * (job.stride / 2) + x / 2;
      for (const plane of [job.u, job.v, job.c]) {
        memory[plane + cell] = nearest(Math.fround(memory[plane + cell]! * share));
      }
    }
  }
}

function lerp(memory: Uint8Array, job: Lerp): void {
  for (let i = 0; i < job.count; i++) {
    const mixed = memory[job.from + i]! * (256 - job.progress) + memory[job.to + i]! * job.progress;
    memory[job.target + i] = (mixed + 128) >> 8;
  }
}

function copyRect(memory: Uint8Array, job: CopyRect): void {
  for (let y = 0; y < job.height; y++) {
    const source = job.source + y * job.sourceStride;
    memory.copyWithin(job.target + y * job.targetStride, source, source + job.width);
  }
}

function fillRect(memory: Uint8Array, job: FillRect): void {
  for (let y = 0; y < job.height; y++) {
    const start = job.target + y * job.targetStride;
    memory.fill(job.value, start, start + job.width);
  }
}

/** Q15 share of the second of two neighbors for a fractional position in 0..1. */
function shareQ15(fraction: number): number {
  return Math.min(Math.floor(fraction * 32768 + 0.5), 32767);
}

function buildTable(memory: Uint8Array<ArrayBuffer>, job: BuildTable): void {
  const view = new DataView(memory.buffer, memory.byteOffset);
  for (let group = 0; group < job.count; group += 8) {
    const record = job.table + (group / 8) * RECORD_BYTES;
    const start = Math.floor((job.firstX + group + 0.5 - job.origin) * job.step - 0.5);
    const base = Math.max(Math.min(start, job.sourceWidth - 16), 0);
    view.setInt32(record, base, true);
    for (let lane = 0; lane < 8; lane++) {
      const position = (job.firstX + group + lane + 0.5 - job.origin) * job.step - 0.5;
      const index = Math.floor(position);
      const pick = (i: number): number => 0xff00 | clampIndex(clampIndex(i, job.sourceWidth) - base, 16);
      view.setUint16(record + 16 + lane * 2, pick(index), true);
      view.setUint16(record + 32 + lane * 2, pick(index + 1), true);
      view.setInt16(record + 48 + lane * 2, shareQ15(position - index), true);
    }
  }
}

/** `from` moved towards `to` by a Q15 share, rounded as the kernel's saturating multiply rounds. */
function mix(from: number, to: number, share: number): number {
  return from + (((to - from) * share + 0x4000) >> 15);
}

function resample(memory: Uint8Array<ArrayBuffer>, job: Resample): void {
  const view = new DataView(memory.buffer, memory.byteOffset);
  const rowBytes = ((job.width + 31) & ~15) * 2;
  const mixRow = (row: number): void => {
    for (let x = 0; x < Math.ceil(job.width / 8) * 8; x++) {
      const record = job.table + Math.floor(x / 8) * RECORD_BYTES;
      const lane = (x % 8) * 2;
      const source = job.source + row * job.sourceStride + view.getInt32(record, true);
      const left = memory[source + (view.getUint16(record + 16 + lane, true) & 255)]! << 7;
      const right = memory[source + (view.getUint16(record + 32 + lane, true) & 255)]! << 7;
      const mixed = mix(left, right, view.getInt16(record + 48 + lane, true));
      view.setInt16(job.rows + (row & 1) * rowBytes + x * 2, mixed, true);
    }
  };
  for (let y = 0; y < job.height; y++) {
    const position = (job.firstY + y + 0.5 - job.originY) * job.stepY - 0.5;
    const upper = clampIndex(Math.floor(position), job.sourceHeight);
    const lower = clampIndex(Math.floor(position) + 1, job.sourceHeight);
    mixRow(upper);
    mixRow(lower);
    const share = shareQ15(position - Math.floor(position));
    for (let x = 0; x < job.width; x++) {
      const above = view.getInt16(job.rows + (upper & 1) * rowBytes + x * 2, true);
      const below = view.getInt16(job.rows + (lower & 1) * rowBytes + x * 2, true);
      memory[job.target + y * job.targetStride + x] = (mix(above, below, share) + 64) >> 7;
    }
  }
}

function interleave(memory: Uint8Array, { sources, ...job }: Interleave): void {
  const bytes = pixelBytes(sources);
  for (let y = 0; y < job.height; y++) {
    for (let x = 0; x < Math.ceil(job.width / 8) * 8; x++) {
      const pixel = job.target + y * job.targetStride + x * bytes;
      for (let i = 0; i < bytes; i++) {
        const source = sources[i];
        memory[pixel + i] = source === undefined ? 0 : memory[source + y * job.sourceStride + x]!;
      }
    }
  }
}

/** Positions are counted in 2⁻³² of a pixel. */
const FINE = 2 ** 32;

function turn(memory: Uint8Array, job: Turn): void {
  const { origin, across, down } = job;
  const bytes = pixelBytes(job.targets);
  const fine = (length: number): number => Math.floor(length * FINE + 0.5);
  const along = (axis: 'x' | 'y', x: number, y: number): number =>
    fine(origin[axis] + (across[axis] + down[axis]) * 0.5 - 0.5) + x * fine(across[axis]) + y * fine(down[axis]);
  const isInside = (at: number, size: number): boolean => at >= 0 && at < (size - 1) * FINE;
  const shareOf = (at: number): number => Math.floor((at % FINE) / 2 ** 17);
  for (let row = 0; row < job.height; row++) {
    for (let column = 0; column < job.width; column++) {
      const x = along('x', job.firstX + column, job.firstY + row);
      const y = along('y', job.firstX + column, job.firstY + row);
      const isSeen = isInside(x, job.sourceWidth) && isInside(y, job.sourceHeight);
      job.targets.forEach((target, i) => {
        const at = job.source + Math.floor(y / FINE) * job.sourceStride + Math.floor(x / FINE) * bytes + i;
        const mixed = (from: number): number => mix(memory[from]! << 7, memory[from + bytes]! << 7, shareOf(x));
        memory[target + row * job.targetStride + column] = isSeen
          ? (mix(mixed(at), mixed(at + job.sourceStride), shareOf(y)) + 64) >> 7
          : 0;
      });
    }
  }
}

function halve(memory: Uint8Array, job: PlaneToPlane): void {
  const at = (x: number, y: number): number =>
    memory[job.source + Math.min(y, job.height - 1) * job.sourceStride + Math.min(x, job.width - 1)]!;
  for (let y = 0; y < job.height; y += 2) {
    for (let x = 0; x < job.width; x += 2) {
      const sum = at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1);
      memory[job.target + (y / 2) * job.targetStride + x / 2] = (sum + 2) >> 2;
    }
  }
}

/** A symmetric filter of values of 16 bits, by their distance from the middle. */
function filtered(view: DataView, { weights, radius }: BlurColumns, valueAt: (distance: number) => number): number {
  const weighted = (value: number, weight: number): number => (value * weight + 0x4000) >> 15;
  let sum = weighted(valueAt(0), view.getInt16(weights, true));
  for (let k = 1; k <= radius; k++) {
    const mean = (valueAt(-k) + valueAt(k) + 1) >> 1;
    sum += weighted(mean, 2 * view.getInt16(weights + 2 * k, true));
  }
  return sum;
}

function blurRows(memory: Uint8Array<ArrayBuffer>, job: BlurRows): void {
  const view = new DataView(memory.buffer, memory.byteOffset);
  for (let y = 0; y < job.height; y++) {
    for (let x = 0; x < job.width; x++) {
      const row = job.source + y * job.sourceStride;
      const value = filtered(view, job, (distance) => memory[row + clampIndex(x + distance, job.width)]! << 7);
      view.setInt16(job.target + y * job.targetStride + 2 * x, value, true);
    }
  }
}

function blurColumns(memory: Uint8Array<ArrayBuffer>, job: BlurColumns): void {
  const view = new DataView(memory.buffer, memory.byteOffset);
  for (let y = 0; y < job.height; y++) {
    for (let x = 0; x < job.width; x++) {
      const at = (row: number): number => job.source + clampIndex(row, job.height) * job.sourceStride + 2 * x;
      const value = filtered(view, job, (distance) => view.getInt16(at(y + distance), true));
      memory[job.target + y * job.targetStride + x] = clampByte((value + 64) >> 7);
    }
  }
}

function mosaic(memory: Uint8Array, job: Mosaic): void {
  const blockOf = (position: number, origin: number): number => Math.floor((position - origin) / job.block);
  const sums = new Map<string, { sum: number; count: number }>();
  const each = (visit: (block: { sum: number; count: number }, x: number, y: number) => void): void => {
    for (let y = 0; y < job.height; y++) {
      for (let x = 0; x < job.width; x++) {
        const key = `${blockOf(x, job.originX)} ${blockOf(y, job.originY)}`;
        const block = sums.get(key) ?? { sum: 0, count: 0 };
        sums.set(key, block);
        visit(block, x, y);
      }
    }
  };
  each((block, x, y) => {
    block.sum += memory[job.source + y * job.sourceStride + x]!;
    block.count++;
  });
  each(({ sum, count }, x, y) => {
    memory[job.target + y * job.targetStride + x] = Math.floor((sum + (count >> 1)) / count);
  });
}
