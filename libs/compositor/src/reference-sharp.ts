import { clampIndex } from './clamp-index.js';
import type { BuildSharpTable, ResampleSharp } from './kernel.js';

/** Bytes of one table record of `buildSharpTable`, which serves 8 output bytes. */
const RECORD_BYTES = 144;

/** 1 in Q14. */
const ONE = 16_384;

type Four = readonly [number, number, number, number];

/** The parts of four neighbors in Q14. They add up to 1, and for t = 0 the second is all of it. */
function weightsAt(t: number, sharpness: number): Four {
  const crest = (t * (1 - t) * sharpness) / 4;
  const a = Math.floor(0.5 - crest * (3 - 2 * t) * ONE);
  const b = Math.floor(0.5 + (1 - t + crest * (5 - 6 * t)) * ONE);
  const d = Math.floor(0.5 - crest * (1 + 2 * t) * ONE);
  return [a, b, ONE - a - b - d, d];
}

/** The horizontal half of `resampleSharp`: the specification of the kernel's function. */
export function buildSharpTable(memory: Uint8Array<ArrayBuffer>, job: BuildSharpTable): void {
  const view = new DataView(memory.buffer, memory.byteOffset);
  const positionOf = (x: number): number => (x + 0.5 - job.origin) * job.step - 0.5;
  for (let group = 0; group < job.count; group += 8) {
    const record = job.table + (group / 8) * RECORD_BYTES;
    const first = Math.floor(positionOf(job.firstX + group)) - (job.sharpness > 0 ? 1 : 0);
    const base = Math.max(Math.min(first, job.sourceWidth - 16), 0);
    view.setInt32(record, base, true);
    for (let lane = 0; lane < 8; lane++) {
      const position = positionOf(job.firstX + group + lane);
      const floor = Math.floor(position);
      weightsAt(position - floor, job.sharpness).forEach((weight, tap) => {
        const picked = clampIndex(clampIndex(floor + tap - 1, job.sourceWidth) - base, 16);
        view.setUint16(record + 16 * (1 + tap) + 2 * lane, 0xff | (picked << 8), true);
        view.setInt16(record + 16 * (5 + tap) + 2 * lane, weight, true);
      });
    }
  }
}

/** Half of the weighted sum of four values, each product rounded. */
function mixed(values: Four, weights: Four, isBounded: boolean): number {
  const half = values.reduce((sum, value, i) => sum + ((value * weights[i]! + 0x4000) >> 15), 0);
  const [, b, c] = values;
  return isBounded ? Math.min(Math.max(half, Math.min(b, c) >> 1), Math.max(b, c) >> 1) : half;
}

function fourOf(valueAt: (index: number) => number): Four {
  return [valueAt(0), valueAt(1), valueAt(2), valueAt(3)];
}

/** Resampling between four neighbors in each direction: the specification of the kernel's function. */
export function resampleSharp(memory: Uint8Array<ArrayBuffer>, job: ResampleSharp): void {
  const view = new DataView(memory.buffer, memory.byteOffset);
  const rowBytes = ((job.width + 31) & ~15) * 2;
  const mixRow = (row: number): void => {
    for (let x = 0; x < Math.ceil(job.width / 8) * 8; x++) {
      const record = job.table + Math.floor(x / 8) * RECORD_BYTES;
      const lane = (x % 8) * 2;
      const source = job.source + row * job.sourceStride + view.getInt32(record, true);
      const values = fourOf((tap) => {
        const picked = view.getUint16(record + 16 * (1 + tap) + lane, true) >> 8;
        return (memory[source + picked]! - 128) << 8;
      });
      const weights = fourOf((tap) => view.getInt16(record + 16 * (5 + tap) + lane, true));
      view.setInt16(job.rows + (row & 7) * rowBytes + 2 * x, mixed(values, weights, job.isBounded), true);
    }
  };
  for (let y = 0; y < job.height; y++) {
    const position = (job.firstY + y + 0.5 - job.originY) * job.stepY - 0.5;
    const floor = Math.floor(position);
    const rows = fourOf((tap) => clampIndex(floor + tap - 1, job.sourceHeight));
    for (const row of rows) mixRow(row);
    const weights = weightsAt(position - floor, job.sharpness);
    for (let x = 0; x < job.width; x++) {
      const values = fourOf((tap) => view.getInt16(job.rows + (rows[tap]! & 7) * rowBytes + 2 * x, true));
      const value = 128 + ((mixed(values, weights, job.isBounded) + 32) >> 6);
      memory[job.target + y * job.targetStride + x] = Math.max(0, Math.min(255, value));
    }
  }
}
