import { type ColorFilter, gradeSteps } from './grade-steps.js';
import type { Address, Kernel } from './kernel.js';
import { coverage, isOnGrid, offsets, opaqueInside, type PlacedPlanes } from './placement.js';
import type { FramePlanes, SurfacePlanes } from './planes.js';
import { intersect, isEmpty, NOTHING, subtract, type Rect } from './rect.js';
import { prepareSamplers, sampleCover, samplePlanes } from './sample-planes.js';
import { type ScratchMemory, scratchStride } from './scratch-memory.js';

/** One drawing job: a placed raster at an opacity of 0..256, within an even-aligned area of the frame. */
export interface SpriteJob extends PlacedPlanes {
  readonly frame: FramePlanes | SurfacePlanes;
  readonly opacity: number;
  readonly area: Rect;
  /** Cuts the raster to its own coverage. */
  readonly mask?: PlacedPlanes | undefined;
  /** A blend mode in the kernel's numbering; absent: plain. */
  readonly mode?: number | undefined;
}

/**
 * Composites a raster into a frame or a surface, inside `area` only.
 *
 * Every output pixel depends on its own position and the placement, never on the area: drawing two halves gives the
 * bytes of drawing the whole. Placements by whole chroma cells at scale 1 are blended as they are; all others are
 * resampled, luma between four neighbors in each direction and chroma between two. The coverage of opaque insides is not read.
 */
export function drawSprite(kernel: Kernel, scratch: ScratchMemory, job: SpriteJob): void {
  const { frame, mask, opacity } = job;
  const bounds = { x: 0, y: 0, width: frame.width, height: frame.height };
  const covered = intersect(intersect(coverage(job.planes, job.at), job.area), bounds);
  const area = mask ? intersect(coverage(mask.planes, mask.at), covered) : covered;
  if (isEmpty(area) || opacity === 0) return;
  const uncut = mask ? intersect(opaqueInside(frame, mask), area) : area;
  if (!isEmpty(uncut)) drawUncut(kernel, scratch, { ...job, mask: undefined }, uncut);
  for (const edge of subtract(area, uncut)) {
    for (const part of sampledParts(job, edge)) drawByScratch(kernel, scratch, job, part);
  }
}

/** An area of the frame, and whether the raster is opaque in it. */
interface SampledPart {
  readonly area: Rect;
  readonly isOpaque: boolean;
}

/** An area divided into its part where the raster is known to be opaque, and the rest. */
function sampledParts(job: SpriteJob, area: Rect): readonly SampledPart[] {
  if (isOnGrid(job.at)) return [{ area, isOpaque: false }];
  const inside = intersect(opaqueInside(job.frame, job), area);
  const edges = subtract(area, inside).map((edge) => ({ area: edge, isOpaque: false }));
  return isEmpty(inside) ? edges : [{ area: inside, isOpaque: true }, ...edges];
}

/** Draws a raster without mask. */
function drawUncut(kernel: Kernel, scratch: ScratchMemory, job: SpriteJob, area: Rect): void {
  const isCoverKnown = job.opacity === 256 || !('a' in job.frame);
  const inside = isCoverKnown ? intersect(opaqueInside(job.frame, job), area) : NOTHING;
  if (!isEmpty(inside)) drawInside(kernel, scratch, job, inside);
  for (const edge of subtract(area, inside)) {
    if (isOnGrid(job.at) && job.mode === undefined) blendDirect(kernel, job, edge);
    else for (const part of sampledParts(job, edge)) drawByScratch(kernel, scratch, job, part);
  }
}

/** Draws the inside of a raster, where it is opaque: its coverage need not be read. */
function drawInside(kernel: Kernel, scratch: ScratchMemory, job: SpriteJob, area: Rect): void {
  if (job.mode === undefined) drawOpaque(kernel, scratch, job, area);
  else mixOpaque(kernel, scratch, { ...job, mode: job.mode }, area);
  if ('a' in job.frame) fillCover(kernel, job.frame, area, 255);
}

/** Samples into scratch memory, applies mask and blend mode, then blends. */
function drawByScratch(kernel: Kernel, scratch: ScratchMemory, job: SpriteJob, { area, isOpaque }: SampledPart): void {
  samplePlanes(kernel, scratch, { ...job, isOpaque }, area);
  if (job.mask) cutByMask(kernel, scratch, { frame: job.frame, ...job.mask }, area);
  if (job.mode !== undefined) mixWithFrame(kernel, scratch, { frame: job.frame, mode: job.mode }, area);
  blendScratch(kernel, scratch, job, area);
}

function blendDirect(kernel: Kernel, { frame, planes, at, opacity }: SpriteJob, area: Rect): void {
  const source = offsets(planes.width, area.x - at.x, area.y - at.y);
  blendPlanes(kernel, {
    frame,
    opacity,
    area,
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

/** Blends the planes in scratch memory into the frame. */
function blendScratch(kernel: Kernel, scratch: ScratchMemory, { frame, opacity }: SpriteJob, area: Rect): void {
  blendPlanes(kernel, { frame, opacity, area, source: { ...scratch, stride: scratchStride(area.width) } });
}

interface PlaneSource {
  readonly y: Address;
  readonly a: Address;
  readonly u: Address;
  readonly v: Address;
  readonly c: Address;
  /** Bytes per row of full-size planes; half-size planes have half of it. */
  readonly stride: number;
}

interface PlaneBlend {
  readonly frame: FramePlanes | SurfacePlanes;
  readonly opacity: number;
  readonly area: Rect;
  readonly source: PlaneSource;
}

function blendPlanes(kernel: Kernel, { frame, opacity, area, source }: PlaneBlend): void {
  const target = offsets(frame.width, area.x, area.y);
  const luma = {
    targetStride: frame.width,
    alpha: source.a,
    sourceStride: source.stride,
    width: area.width,
    height: area.height,
    opacity,
  };
  const chroma = {
    targetStride: frame.width / 2,
    alpha: source.c,
    sourceStride: source.stride / 2,
    width: area.width / 2,
    height: area.height / 2,
    opacity,
  };
  kernel.blend({ ...luma, target: frame.y + target.luma, source: source.y });
  kernel.blend({ ...chroma, target: frame.u + target.chroma, source: source.u });
  kernel.blend({ ...chroma, target: frame.v + target.chroma, source: source.v });
  if (!('a' in frame)) return;
  kernel.blend({ ...luma, target: frame.a + target.luma, source: source.a });
  kernel.blend({ ...chroma, target: frame.c + target.chroma, source: source.c });
}

/** The colors of an area: addresses of its first pixels. */
type Colors = Pick<PlaneSource, 'y' | 'u' | 'v' | 'stride'>;

/** The colors from a pixel on, at even coordinates of planes. */
function colorsAt(planes: Pick<FramePlanes, 'y' | 'u' | 'v' | 'width'>, x: number, y: number): Colors {
  const from = offsets(planes.width, x, y);
  return { y: planes.y + from.luma, u: planes.u + from.chroma, v: planes.v + from.chroma, stride: planes.width };
}

/** Draws the colors of a raster where it is opaque. */
function drawOpaque(kernel: Kernel, scratch: ScratchMemory, job: SpriteJob, area: Rect): void {
  const target = colorsAt(job.frame, area.x, area.y);
  if (job.opacity < 256 || isOnGrid(job.at)) {
    layColors(kernel, opaqueColors(kernel, scratch, job, area), { target, area, opacity: job.opacity });
  } else sampleColors(kernel, scratch, { ...job, target }, area);
}

/** Mixes the colors of a raster where it is opaque with those of the frame, in place. */
function mixOpaque(kernel: Kernel, scratch: ScratchMemory, job: SpriteJob & { mode: number }, area: Rect): void {
  const { frame, opacity, mode } = job;
  const { width, height } = area;
  const below = colorsAt(frame, area.x, area.y);
  const own = opaqueColors(kernel, scratch, job, area);
  const mixed = opacity === 256 ? below : scratchColors(scratch, area);
  const at = offsets(frame.width, area.x, area.y);
  kernel.mixColors({
    ...{ ...below, ...('a' in frame && { a: frame.a + at.luma, c: frame.c + at.chroma }) },
    ...{ sy: own.y, su: own.u, sv: own.v, sourceStride: own.stride },
    ...{ ty: mixed.y, tu: mixed.u, tv: mixed.v, targetStride: mixed.stride },
    ...{ width, height, mode },
  });
  if (opacity < 256) layColors(kernel, mixed, { target: below, area, opacity });
}

/** The colors of a raster in an area where it is opaque: its own on the pixel grid, otherwise sampled into scratch memory. */
function opaqueColors(kernel: Kernel, scratch: ScratchMemory, job: SpriteJob, area: Rect): Colors {
  if (isOnGrid(job.at)) return colorsAt(job.planes, area.x - job.at.x, area.y - job.at.y);
  const target = scratchColors(scratch, area);
  sampleColors(kernel, scratch, { ...job, target }, area);
  return target;
}

function scratchColors({ y, u, v }: ScratchMemory, area: Rect): Colors {
  return { y, u, v, stride: scratchStride(area.width) };
}

/** Samples the colors of a raster in an area where it is opaque. */
function sampleColors(
  kernel: Kernel,
  scratch: ScratchMemory,
  { target, ...job }: SpriteJob & { target: Colors },
  area: Rect,
): void {
  const { luma, chroma } = prepareSamplers(kernel, scratch, { ...job, isOpaque: true }, area);
  luma(job.planes.y, target.y, target.stride);
  chroma(job.planes.u, target.u, target.stride / 2);
  chroma(job.planes.v, target.v, target.stride / 2);
}

/** Lays opaque colors over others. */
function layColors(
  kernel: Kernel,
  colors: Colors,
  { target, area, opacity }: { target: Colors; area: Rect; opacity: number },
): void {
  for (const [plane, half] of [
    ['y', 1],
    ['u', 2],
    ['v', 2],
  ] as const) {
    const job = {
      ...{ target: target[plane], targetStride: target.stride / half },
      ...{ source: colors[plane], sourceStride: colors.stride / half },
      ...{ width: area.width / half, height: area.height / half },
    };
    if (opacity === 256) kernel.copyRect(job);
    else kernel.fade({ ...job, opacity });
  }
}

/** Cuts the planes in scratch memory to the coverage of a mask. */
function cutByMask(
  kernel: Kernel,
  scratch: ScratchMemory,
  mask: PlacedPlanes & { frame: FramePlanes },
  area: Rect,
): void {
  const cover = sampleCover(kernel, scratch, mask, area);
  const { width, height } = area;
  const stride = scratchStride(width);
  const { y, a, u, v, c } = scratch;
  kernel.cut({ y, a, u, v, c, stride, mask: cover.address, maskStride: cover.stride, width, height });
}

/** Replaces the colors in scratch memory with those of a blend mode over the frame. */
function mixWithFrame(
  kernel: Kernel,
  scratch: ScratchMemory,
  { frame, mode }: { frame: FramePlanes | SurfacePlanes; mode: number },
  { x, y, width, height }: Rect,
): void {
  const stride = scratchStride(width);
  const at = offsets(frame.width, x, y);
  kernel.mixColors({
    ...{ y: frame.y + at.luma, u: frame.u + at.chroma, v: frame.v + at.chroma, stride: frame.width },
    ...('a' in frame && { a: frame.a + at.luma, c: frame.c + at.chroma }),
    ...{ sy: scratch.y, sa: scratch.a, su: scratch.u, sv: scratch.v, sc: scratch.c, sourceStride: stride },
    ...{ ty: scratch.y, tu: scratch.u, tv: scratch.v, targetStride: stride },
    ...{ width, height, mode },
  });
}

/** Changes the colors of an even-aligned area of a surface. */
export function gradeArea(kernel: Kernel, surface: SurfacePlanes, area: Rect, filter: ColorFilter): void {
  const at = offsets(surface.width, area.x, area.y);
  const planes = {
    ...{ y: surface.y + at.luma, a: surface.a + at.luma },
    ...{ u: surface.u + at.chroma, v: surface.v + at.chroma, c: surface.c + at.chroma },
  };
  const { width, height } = area;
  const stride = surface.width;
  const result = { ty: planes.y, tu: planes.u, tv: planes.v, targetStride: stride };
  for (const step of gradeSteps(filter)) kernel.grade({ ...step, ...planes, ...result, stride, width, height });
}

/** Makes an even-aligned area of a surface transparent. */
export function clearArea(kernel: Kernel, surface: SurfacePlanes, area: Rect): void {
  fillArea(kernel, surface, area, { y: 0, u: 0, v: 0 });
  fillCover(kernel, surface, area, 0);
}

function fillCover(kernel: Kernel, { width: stride, a, c }: SurfacePlanes, area: Rect, value: number): void {
  const { x, y, width, height } = area;
  const at = offsets(stride, x, y);
  kernel.fillRect({ target: a + at.luma, targetStride: stride, width, height, value });
  kernel.fillRect({
    ...{ target: c + at.chroma, targetStride: stride / 2, width: width / 2, height: height / 2, value },
  });
}

/** Fills an even-aligned area of a frame with one color. */
export function fillArea(
  kernel: Kernel,
  frame: FramePlanes,
  area: Rect,
  color: { y: number; u: number; v: number },
): void {
  const at = offsets(frame.width, area.x, area.y);
  const luma = { targetStride: frame.width, width: area.width, height: area.height };
  const chroma = { targetStride: frame.width / 2, width: area.width / 2, height: area.height / 2 };
  kernel.fillRect({ ...luma, target: frame.y + at.luma, value: color.y });
  kernel.fillRect({ ...chroma, target: frame.u + at.chroma, value: color.u });
  kernel.fillRect({ ...chroma, target: frame.v + at.chroma, value: color.v });
}
