import { type Address, type BuildTable, type Kernel, pixelBytes, type Resample, type Turn } from './kernel.js';
import { type FrameSize, isOnGrid, isTurned, offsets, type PlacedPlanes, sampledPart } from './placement.js';
import type { Rect } from './rect.js';
import { type ScratchMemory, scratchStride } from './scratch-memory.js';

/** Samples one plane of a placed raster for an area of the frame. */
export type PlaneSampler = (source: Address, target: Address, targetStride: number) => void;

/** A placed raster, and the size of its frame. */
export type PlacedIn = PlacedPlanes & { readonly frame: FrameSize };

/** A part of a placed raster that is sampled. */
export type Sampled = PlacedIn & {
  /** Whether all pixels that are mixed are opaque, so that colors need not keep in proportion to their coverage. */
  readonly isOpaque: boolean;
};

/**
 * The sharpness of `Kernel.resampleSharp` by which photographs and text that move keep the mean of their gradients within about
 * 3 % on their way from pixel to pixel: more would make photographs sharper between pixels, less would soften both.
 */
const SHARPNESS = 0.58;

/** Source pixels per frame pixel from which on a picture loses this sharpness, and at which it has lost it: it would show steps. */
const FULL_SHARPNESS = 1.25;
const NO_SHARPNESS = 1.5;

function sharpnessAt(step: number): number {
  return SHARPNESS * Math.max(0, Math.min(1, (NO_SHARPNESS - step) / (NO_SHARPNESS - FULL_SHARPNESS)));
}

/** Full-size coverage for an area of the frame. */
export interface Cover {
  readonly address: Address;
  /** Bytes from row to row. */
  readonly stride: number;
}

/**
 * Builds the tables for an area; returns the samplers of full-size and half-size planes that use them. Fine detail of
 * full-size planes is kept; chroma has none.
 */
export function prepareSamplers(
  kernel: Kernel,
  scratch: ScratchMemory,
  sampled: Sampled,
  area: Rect,
): { luma: PlaneSampler; chroma: PlaneSampler } {
  const { columns, rows, first } = samplingOf(sampled, area, 2);
  const { chromaTable: table, rows: mixed } = scratch;
  kernel.buildTable({ ...columns, table });
  return {
    luma: lumaSampler(kernel, scratch, sampled, area),
    chroma: (source, target, targetStride) =>
      kernel.resample({ ...rows, target, targetStride, source: source + first, table, rows: mixed }),
  };
}

/** Builds the table of full-size planes for an area. */
function lumaSampler(kernel: Kernel, scratch: ScratchMemory, sampled: Sampled, area: Rect): PlaneSampler {
  const { columns, rows, first } = samplingOf(sampled, area, 1);
  const { lumaTable: table, rows: mixed } = scratch;
  const sharpness = sharpnessAt(rows.stepY);
  const isBounded = !sampled.isOpaque;
  kernel.buildSharpTable({ ...columns, table, sharpness: sharpnessAt(columns.step) });
  return (source, target, targetStride) =>
    kernel.resampleSharp({
      ...{ ...rows, target, targetStride, source: source + first },
      ...{ sharpness, isBounded, table, rows: mixed },
    });
}

/** The sampling of full-size or half-size planes for an area. */
interface Sampling {
  /** Offset of the first byte that is sampled. */
  readonly first: number;
  readonly columns: Omit<BuildTable, 'table'>;
  readonly rows: Omit<Resample, 'source' | 'target' | 'targetStride' | 'table' | 'rows'>;
}

function samplingOf({ at, planes, ...placed }: PlacedIn, area: Rect, half: 1 | 2): Sampling {
  const part = sampledPart(placed.frame, { at, planes });
  const [width, height, sourceStride] = [area.width / half, area.height / half, planes.width / half];
  return {
    first: (part.y / half) * sourceStride + part.x / half,
    columns: {
      ...{ firstX: area.x / half, count: width, origin: (at.x + part.x * at.scaleX) / half, step: 1 / at.scaleX },
      sourceWidth: part.width / half,
    },
    rows: {
      ...{ width, height, sourceStride, sourceHeight: part.height / half },
      ...{ firstY: area.y / half, originY: (at.y + part.y * at.scaleY) / half, stepY: 1 / at.scaleY },
    },
  };
}

/** Samples all five planes of a raster for an area of the frame into scratch memory. */
export function samplePlanes(kernel: Kernel, scratch: ScratchMemory, sampled: Sampled, area: Rect): void {
  if (isOnGrid(sampled.at)) {
    copyPlanes(kernel, scratch, sampled, area);
    return;
  }
  const { planes } = sampled;
  const stride = scratchStride(area.width);
  if (isTurned(sampled.at)) {
    const { y, a, u, v, c } = scratch;
    const { luma, chroma } = planes.interleaved!;
    turnPlanes(kernel, sampled, area, { half: 1, table: scratch.lumaTable, source: luma, targets: [y, a] });
    turnPlanes(kernel, sampled, area, { half: 2, table: scratch.chromaTable, source: chroma, targets: [u, v, c] });
    return;
  }
  const sampler = prepareSamplers(kernel, scratch, sampled, area);
  sampler.luma(planes.y, scratch.y, stride);
  sampler.luma(planes.a, scratch.a, stride);
  sampler.chroma(planes.u, scratch.u, stride / 2);
  sampler.chroma(planes.v, scratch.v, stride / 2);
  sampler.chroma(planes.c, scratch.c, stride / 2);
}

/** Full-size or half-size planes of a raster, interleaved, and where to sample them to in scratch memory. */
interface TurnedPlanes extends Pick<Turn, 'source' | 'targets' | 'table'> {
  readonly half: 1 | 2;
}

/** Samples planes of a turned raster for an area of the frame. */
function turnPlanes(kernel: Kernel, { planes, at }: PlacedPlanes, area: Rect, turned: TurnedPlanes): void {
  const { half, ...job } = turned;
  const { x, y, scaleX, scaleY, skewX = 0, skewY = 0 } = at;
  const size = scaleX * scaleY - skewX * skewY;
  const width = planes.width / half;
  kernel.turn({
    ...{ ...job, targetStride: scratchStride(area.width) / half },
    ...{ sourceStride: width * pixelBytes(job.targets), sourceWidth: width, sourceHeight: planes.height / half },
    ...{ firstX: area.x / half, firstY: area.y / half, width: area.width / half, height: area.height / half },
    origin: { x: (skewX * y - scaleY * x) / size / half, y: (skewY * x - scaleX * y) / size / half },
    across: { x: scaleY / size, y: -skewY / size },
    down: { x: -skewX / size, y: scaleX / size },
  });
}

function copyPlanes(kernel: Kernel, scratch: ScratchMemory, { planes, at }: PlacedPlanes, area: Rect): void {
  const stride = scratchStride(area.width);
  const from = offsets(planes.width, area.x - at.x, area.y - at.y);
  const copy = (target: Address, source: Address, half: 1 | 2): void =>
    kernel.copyRect({
      ...{ target, targetStride: stride / half, source, sourceStride: planes.width / half },
      ...{ width: area.width / half, height: area.height / half },
    });
  copy(scratch.y, planes.y + from.luma, 1);
  copy(scratch.a, planes.a + from.luma, 1);
  copy(scratch.u, planes.u + from.chroma, 2);
  copy(scratch.v, planes.v + from.chroma, 2);
  copy(scratch.c, planes.c + from.chroma, 2);
}

/** The coverage of a raster in an area of the frame: its own plane if it lies on the pixel grid, otherwise sampled into scratch memory. */
export function sampleCover(kernel: Kernel, scratch: ScratchMemory, placed: PlacedIn, area: Rect): Cover {
  const { planes, at } = placed;
  if (isOnGrid(at)) {
    const from = offsets(planes.width, area.x - at.x, area.y - at.y);
    return { address: planes.a + from.luma, stride: planes.width };
  }
  const stride = scratchStride(area.width);
  const sampled = { source: planes.a, targets: [scratch.maskA] } as const;
  if (isTurned(at)) turnPlanes(kernel, placed, area, { ...sampled, half: 1, table: scratch.lumaTable });
  else lumaSampler(kernel, scratch, { ...placed, isOpaque: false }, area)(planes.a, scratch.maskA, stride);
  return { address: scratch.maskA, stride };
}
