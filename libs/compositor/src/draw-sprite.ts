import type { Address, Kernel } from './kernel.js';
import { type FramePlanes, type LayerPlanes } from './planes.js';
import { alignEven, intersect, isEmpty, NOTHING, shrinkEven, subtract, type Rect } from './rect.js';
import { type Scratch, scratchStride } from './scratch.js';

/** Where a raster lies in the frame: x' = x + scaleX · column, y' = y + scaleY · row, in frame pixels. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  /** Frame pixels per raster pixel, ≥ 0.5: a smaller image of a layer needs a smaller raster. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/** The least scale a placement may have: the kernel mixes two neighbours only. */
export const MIN_SCALE = 0.5;

/** The frame area a placed raster can touch, in whole chroma cells, not clamped to the frame. */
export function coverage(planes: { width: number; height: number }, at: Placement): Rect {
  return alignEven({ x: at.x, y: at.y, width: planes.width * at.scaleX, height: planes.height * at.scaleY });
}

/** One drawing job: a raster's planes, placed, at an opacity of 0..256, within an even-aligned area of the frame. */
export interface SpriteJob {
  readonly frame: FramePlanes;
  readonly planes: LayerPlanes;
  readonly at: Placement;
  readonly opacity: number;
  readonly area: Rect;
}

/**
 * Composites a raster into a frame, inside `area` only.
 *
 * Every output pixel depends on its own position and the placement, never on the area: drawing two halves gives the
 * bytes of drawing the whole. Placements by whole chroma cells at scale 1 are blended as they are; all others are
 * resampled between two neighbours in each direction. Opaque insides at full opacity go straight into the frame.
 */
export function drawSprite(kernel: Kernel, scratch: Scratch, job: SpriteJob): void {
  const bounds = { x: 0, y: 0, width: job.frame.width, height: job.frame.height };
  const area = intersect(intersect(coverage(job.planes, job.at), job.area), bounds);
  if (isEmpty(area) || job.opacity === 0) return;
  if (isOnGrid(job.at)) {
    blendDirect(kernel, job, area);
    return;
  }
  const inside = job.opacity === 256 ? intersect(opaqueInside(job), area) : NOTHING;
  if (!isEmpty(inside)) resampleOpaque(kernel, scratch, job, inside);
  for (const edge of subtract(area, inside)) resampleAndBlend(kernel, scratch, job, edge);
}

/** Whether raster cells fall exactly on frame cells. */
function isOnGrid({ x, y, scaleX, scaleY }: Placement): boolean {
  return scaleX === 1 && scaleY === 1 && x % 2 === 0 && y % 2 === 0;
}

/** Byte offsets of a frame pixel at even coordinates in the frame's luma and chroma planes. */
function offsets(stride: number, x: number, y: number): { luma: number; chroma: number } {
  return { luma: y * stride + x, chroma: (y / 2) * (stride / 2) + x / 2 };
}

function blendDirect(kernel: Kernel, { frame, planes, at, opacity }: SpriteJob, area: Rect): void {
  const target = offsets(frame.width, area.x, area.y);
  const source = offsets(planes.width, area.x - at.x, area.y - at.y);
  blendPlanes(kernel, {
    frame,
    opacity,
    area,
    target,
    source: {
      y: planes.y + source.luma,
      a: planes.a + source.luma,
      u: planes.u + source.chroma,
      v: planes.v + source.chroma,
      c: planes.c + source.chroma,
      stride: planes.width,
    },
  });
}

interface PlaneSource {
  readonly y: Address;
  readonly a: Address;
  readonly u: Address;
  readonly v: Address;
  readonly c: Address;
  /** Of the full-size planes; the half-size ones have half of it. */
  readonly stride: number;
}

interface PlaneBlend {
  readonly frame: FramePlanes;
  readonly opacity: number;
  readonly area: Rect;
  readonly target: { luma: number; chroma: number };
  readonly source: PlaneSource;
}

function blendPlanes(kernel: Kernel, { frame, opacity, area, target, source }: PlaneBlend): void {
  const chroma = {
    targetStride: frame.width / 2,
    alpha: source.c,
    sourceStride: source.stride / 2,
    width: area.width / 2,
    height: area.height / 2,
    opacity,
  };
  kernel.blend({
    target: frame.y + target.luma,
    targetStride: frame.width,
    source: source.y,
    alpha: source.a,
    sourceStride: source.stride,
    width: area.width,
    height: area.height,
    opacity,
  });
  kernel.blend({ ...chroma, target: frame.u + target.chroma, source: source.u });
  kernel.blend({ ...chroma, target: frame.v + target.chroma, source: source.v });
}

/** Which edges of the frame the opaque part of a raster reaches, give or take the raster pixel its own edge lies in. */
function reachedEdges({ frame, planes, at }: SpriteJob): {
  left: boolean;
  top: boolean;
  right: boolean;
  bottom: boolean;
} {
  const { opaque } = planes;
  const isThere = !isEmpty(opaque);
  return {
    left: isThere && at.x + opaque.x * at.scaleX < at.scaleX,
    top: isThere && at.y + opaque.y * at.scaleY < at.scaleY,
    right: isThere && at.x + (opaque.x + opaque.width) * at.scaleX > frame.width - at.scaleX,
    bottom: isThere && at.y + (opaque.y + opaque.height) * at.scaleY > frame.height - at.scaleY,
  };
}

/**
 * The part of the raster that is sampled, in whole chroma cells: all of it, but cut at its opaque part where that reaches
 * the frame's edge. A picture that just fills the frame would else mix with the transparent border around its raster and
 * show a thin line of what is under it.
 */
function sampledPart(job: SpriteJob): Rect {
  const { width, height, opaque } = job.planes;
  const reached = reachedEdges(job);
  const left = reached.left ? Math.ceil(opaque.x / 2) * 2 : 0;
  const top = reached.top ? Math.ceil(opaque.y / 2) * 2 : 0;
  const right = reached.right ? Math.floor((opaque.x + opaque.width) / 2) * 2 : width;
  const bottom = reached.bottom ? Math.floor((opaque.y + opaque.height) / 2) * 2 : height;
  const whole = { x: 0, y: 0, width, height };
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : whole;
}

/** The even-aligned frame area whose pixels mix opaque raster pixels only, in luma and in chroma. */
function opaqueInside(job: SpriteJob): Rect {
  const { frame, planes, at } = job;
  const { opaque } = planes;
  const reached = reachedEdges(job);
  // A chroma sample reaches 1.5 raster cells beyond its own centre at most: three luma pixels keep both inside.
  const margin = 3;
  const left = reached.left ? 0 : at.x + (opaque.x + margin) * at.scaleX;
  const top = reached.top ? 0 : at.y + (opaque.y + margin) * at.scaleY;
  const right = reached.right ? frame.width : at.x + (opaque.x + opaque.width - margin) * at.scaleX;
  const bottom = reached.bottom ? frame.height : at.y + (opaque.y + opaque.height - margin) * at.scaleY;
  return shrinkEven({ x: left, y: top, width: right - left, height: bottom - top });
}

/** Resamples the colour planes straight into the frame: for areas where the raster is opaque. */
function resampleOpaque(kernel: Kernel, scratch: Scratch, job: SpriteJob, area: Rect): void {
  const { frame, planes } = job;
  const sampler = prepare(kernel, scratch, job, area);
  const target = offsets(frame.width, area.x, area.y);
  sampler.luma(planes.y, frame.y + target.luma, frame.width);
  sampler.chroma(planes.u, frame.u + target.chroma, frame.width / 2);
  sampler.chroma(planes.v, frame.v + target.chroma, frame.width / 2);
}

/** Resamples all five planes into the scratch and blends them from there. */
function resampleAndBlend(kernel: Kernel, scratch: Scratch, job: SpriteJob, area: Rect): void {
  const { frame, planes, opacity } = job;
  const stride = scratchStride(area.width);
  const sampler = prepare(kernel, scratch, job, area);
  sampler.luma(planes.y, scratch.y, stride);
  sampler.luma(planes.a, scratch.a, stride);
  sampler.chroma(planes.u, scratch.u, stride / 2);
  sampler.chroma(planes.v, scratch.v, stride / 2);
  sampler.chroma(planes.c, scratch.c, stride / 2);
  blendPlanes(kernel, {
    frame,
    opacity,
    area,
    target: offsets(frame.width, area.x, area.y),
    source: { ...scratch, stride },
  });
}

type PlaneSampler = (source: Address, target: Address, targetStride: number) => void;

/** Builds the tables for an area and gives the two resamplers that use them. */
function prepare(
  kernel: Kernel,
  scratch: Scratch,
  job: SpriteJob,
  area: Rect,
): { luma: PlaneSampler; chroma: PlaneSampler } {
  const { at, planes } = job;
  const part = sampledPart(job);
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

/** Fills an even-aligned area of a frame with one colour. */
export function fillArea(
  kernel: Kernel,
  frame: FramePlanes,
  area: Rect,
  colour: { y: number; u: number; v: number },
): void {
  const at = offsets(frame.width, area.x, area.y);
  const luma = { targetStride: frame.width, width: area.width, height: area.height };
  const chroma = { targetStride: frame.width / 2, width: area.width / 2, height: area.height / 2 };
  kernel.fillRect({ ...luma, target: frame.y + at.luma, value: colour.y });
  kernel.fillRect({ ...chroma, target: frame.u + at.chroma, value: colour.u });
  kernel.fillRect({ ...chroma, target: frame.v + at.chroma, value: colour.v });
}
