import type { Address, Kernel, PlaneToPlane } from './kernel.js';
import type { FramePlanes } from './planes.js';
import { type ScratchMemory, scratchStride } from './scratch-memory.js';

/** A Gaussian filter in the form that the kernel expects. */
interface GaussianFilter {
  /** Number of times the plane is halved first: a wide filter gives an equally smooth result on a small plane, faster. */
  readonly halvings: number;
  /** Q15, the middle and then outwards; both sides together add up to 32768. */
  readonly weights: readonly number[];
}

/** Small planes are filtered by at least this standard deviation, so that enlarging them again shows no corners. */
const LEAST_SIGMA = 1.5;

/** The same where the edge of an opaque shape on nothing is blurred. */
export const LEAST_SIGMA_AT_EDGES = 3;

/** Samples beyond this many standard deviations change no value. */
const REACH = 3;

/**
 * The filter for a standard deviation in pixels of the plane, ≥ 0. Undefined if it would change nothing.
 *
 * Halving and enlarging blur as well, by a variance of (4^halvings − 1) / 4 in all; the filter adds the rest.
 */
export function gaussianFilter(sigma: number, leastSigma = LEAST_SIGMA): GaussianFilter | undefined {
  const halvings = Math.max(0, Math.floor(Math.log2(sigma / leastSigma)));
  const factor = 4 ** halvings;
  const rest = Math.sqrt((sigma ** 2 - (factor - 1) / 4) / factor);
  const shares = Array.from({ length: Math.ceil(REACH * rest) + 1 }, (_, k) => Math.exp(-0.5 * (k / rest) ** 2));
  const total = shares.reduce((sum, share, k) => sum + (k === 0 ? share : 2 * share), 0);
  const sides = shares.slice(1).map((share) => Math.round((share / total) * 32_768));
  const middle = 32_768 - 2 * sides.reduce((sum, side) => sum + side, 0);
  return sides.some((side) => side > 0) ? { halvings, weights: [middle, ...sides] } : undefined;
}

/** Blurs a frame by a standard deviation in pixels; its edges repeat beyond themselves. target may be the source. */
export function blurFrame(
  kernel: Kernel,
  scratch: ScratchMemory,
  { target, source, sigma }: { target: FramePlanes; source: FramePlanes; sigma: number },
): void {
  const { width, height } = source;
  const blur = (plane: 'y' | 'u' | 'v', half: 1 | 2): void =>
    blurPlane(kernel, scratch, gaussianFilter(sigma / half), {
      ...{ target: target[plane], targetStride: width / half, source: source[plane], sourceStride: width / half },
      ...{ width: width / half, height: height / half },
    });
  blur('y', 1);
  blur('u', 2);
  blur('v', 2);
}

/** Blurs a plane of any size; its edges repeat beyond themselves. target may be the source. Without a filter it is copied. */
export function blurPlane(
  kernel: Kernel,
  scratch: ScratchMemory,
  filter: GaussianFilter | undefined,
  plane: PlaneToPlane,
): void {
  if (!filter) {
    if (plane.target !== plane.source) kernel.copyRect(plane);
    return;
  }
  const weights = scratch.rows;
  const row = scratch.lumaTable;
  const view = new DataView(kernel.memory.buffer, kernel.memory.byteOffset);
  filter.weights.forEach((weight, k) => view.setInt16(weights + 2 * k, weight, true));
  const small = filter.halvings > 0 ? ringed(kernel, scratch, filter.halvings, plane) : plane;
  const radius = filter.weights.length - 1;
  const { width, height } = small;
  const between = { target: scratch.y, targetStride: 2 * scratchStride(width) };
  kernel.blurRows({ ...small, ...between, weights, radius, row });
  const filtered = { source: between.target, sourceStride: between.targetStride, width, height };
  if (filter.halvings === 0) {
    kernel.blurColumns({ ...filtered, target: plane.target, targetStride: plane.targetStride, weights, radius });
    return;
  }
  const blurred = { target: scratch.maskA, targetStride: scratchStride(width) };
  kernel.blurColumns({ ...filtered, ...blurred, weights, radius });
  const from = { source: blurred.target, sourceStride: blurred.targetStride, width, height };
  enlarge(kernel, scratch, from, { ...plane, step: 2 ** -filter.halvings });
}

interface PlanePart {
  source: Address;
  sourceStride: number;
  width: number;
  height: number;
}

/**
 * A plane halved a number of times, in a ring of its halved edge lines: so its edge bytes repeat beyond the edge, not the means
 * of the outermost blocks.
 */
function ringed(kernel: Kernel, scratch: ScratchMemory, times: number, plane: PlanePart): PlanePart {
  const inside = halved(kernel, scratch, times, plane);
  const size = { width: inside.width + 2, height: inside.height + 2 };
  const [target, stride] = [scratch.maskA, scratchStride(size.width)];
  const put = (part: PlanePart, column: number, row: number): void =>
    kernel.copyRect({ ...part, target: target + row * stride + column, targetStride: stride });
  put(inside, 1, 1);
  const last = { x: plane.width - 1, y: (plane.height - 1) * plane.sourceStride };
  const line = (offset: number, part: { width: number; height: number }): PlanePart =>
    halved(kernel, scratch, times, { ...plane, ...part, source: plane.source + offset });
  for (const [row, y] of [
    [0, 0],
    [size.height - 1, last.y],
  ] as const) {
    put(line(y, { width: plane.width, height: 1 }), 1, row);
    put({ ...plane, source: plane.source + y, width: 1, height: 1 }, 0, row);
    put({ ...plane, source: plane.source + y + last.x, width: 1, height: 1 }, size.width - 1, row);
  }
  put(line(0, { width: 1, height: plane.height }), 0, 1);
  put(line(last.x, { width: 1, height: plane.height }), size.width - 1, 1);
  return { ...size, source: target, sourceStride: stride };
}

/** A plane halved a number of times, in scratch memory; the plane itself for zero times. */
function halved(kernel: Kernel, scratch: ScratchMemory, times: number, plane: PlanePart): PlanePart {
  let part: PlanePart = plane;
  for (let i = 0; i < times; i++) {
    const [width, height] = [Math.ceil(part.width / 2), Math.ceil(part.height / 2)];
    const target = i % 2 === 0 ? scratch.y : scratch.a;
    const targetStride = scratchStride(width);
    kernel.halve({ ...part, target, targetStride });
    part = { source: target, sourceStride: targetStride, width, height };
  }
  return part;
}

/** Resamples a small plane without its ring to the size of `into`, `step` small bytes a byte. */
function enlarge(kernel: Kernel, scratch: ScratchMemory, from: PlanePart, into: PlaneToPlane & { step: number }): void {
  const { step } = into;
  const table = scratch.lumaTable;
  const origin = -1 / step;
  kernel.buildTable({ table, firstX: 0, count: into.width, origin, step, sourceWidth: from.width });
  kernel.resample({
    ...{ target: into.target, targetStride: into.targetStride, width: into.width, height: into.height },
    ...{ source: from.source, sourceStride: from.sourceStride, sourceHeight: from.height },
    ...{ firstY: 0, originY: origin, stepY: step, table, rows: scratch.rows },
  });
}
