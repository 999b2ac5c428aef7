import { type Address, type Kernel, pixelBytes, type Turn } from './kernel.js';
import { type FrameSize, isOnGrid, isTurned, offsets, type PlacedPlanes, sampledPart } from './placement.js';
import type { Rect } from './rect.js';
import { type ScratchMemory, scratchStride } from './scratch-memory.js';

/** Samples one plane of a placed raster for an area of the frame. */
export type PlaneSampler = (source: Address, target: Address, targetStride: number) => void;

/** A placed raster, and the size of its frame. */
export type PlacedIn = PlacedPlanes & { readonly frame: FrameSize };

/** Full-size coverage for an area of the frame. */
export interface Cover {
  readonly address: Address;
  /** Bytes from row to row. */
  readonly stride: number;
}

/** Builds the tables for an area; returns the samplers of full-size and half-size planes that use them. */
export function prepareSamplers(
  kernel: Kernel,
  scratch: ScratchMemory,
  placed: PlacedIn,
  area: Rect,
): { luma: PlaneSampler; chroma: PlaneSampler } {
  const { at, planes } = placed;
  const part = sampledPart(placed.frame, placed);
  const sampler = (half: 1 | 2, table: Address): PlaneSampler => {
    const size = { width: area.width / half, height: area.height / half };
    const sourceStride = planes.width / half;
    const first = (part.y / half) * sourceStride + part.x / half;
    kernel.buildTable({
      table,
      firstX: area.x / half,
      count: size.width,
      origin: (at.x + part.x * at.scaleX) / half,
      step: 1 / at.scaleX,
      sourceWidth: part.width / half,
    });
    return (source, target, targetStride) =>
      kernel.resample({
        ...size,
        target,
        targetStride,
        source: source + first,
        sourceStride,
        sourceHeight: part.height / half,
        firstY: area.y / half,
        originY: (at.y + part.y * at.scaleY) / half,
        stepY: 1 / at.scaleY,
        table,
        rows: scratch.rows,
      });
  };
  return { luma: sampler(1, scratch.lumaTable), chroma: sampler(2, scratch.chromaTable) };
}

/** Samples all five planes of a raster for an area of the frame into scratch memory. */
export function samplePlanes(kernel: Kernel, scratch: ScratchMemory, placed: PlacedIn, area: Rect): void {
  if (isOnGrid(placed.at)) {
    copyPlanes(kernel, scratch, placed, area);
    return;
  }
  const { planes } = placed;
  const stride = scratchStride(area.width);
  if (isTurned(placed.at)) {
    const { y, a, u, v, c } = scratch;
    const { luma, chroma } = planes.interleaved!;
    turnPlanes(kernel, placed, area, { half: 1, table: scratch.lumaTable, source: luma, targets: [y, a] });
    turnPlanes(kernel, placed, area, { half: 2, table: scratch.chromaTable, source: chroma, targets: [u, v, c] });
    return;
  }
  const sampler = prepareSamplers(kernel, scratch, placed, area);
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
  else prepareSamplers(kernel, scratch, placed, area).luma(planes.a, scratch.maskA, stride);
  return { address: scratch.maskA, stride };
}
