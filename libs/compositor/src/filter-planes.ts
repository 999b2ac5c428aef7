import { blurPlane, gaussianFilter, LEAST_SIGMA_AT_EDGES } from './blur-frame.js';
import type { Kernel } from './kernel.js';
import type { FrameSize } from './placement.js';
import type { LayerPlanes } from './planes.js';
import { type ColorFilter, gradeSteps } from './grade-steps.js';
import { contains, NOTHING, type Rect } from './rect.js';
import type { ScratchMemory } from './scratch-memory.js';

/** Filters that the kernel applies to a painted raster before it is placed: a blur, then those of colors. */
export interface RasterFilter extends ColorFilter {
  /** Transparent raster pixels added on each side, a multiple of 4: as far as a blur spreads. */
  readonly margin: number;
  /**
   * The blurred area in raster pixels, counted with the margin, even; absent without a blur. Its edges repeat beyond
   * it.
   */
  readonly box: Rect;
  /** Standard deviation of a Gaussian, raster pixels; 0 for none. */
  readonly blur: number;
}

/**
 * A raster must not be larger than this, with its margin, for a frame of a size, if it is to be filtered: a layer that fills
 * the frame and comes out of a blur.
 */
export function mostFiltered({ width, height }: FrameSize): FrameSize {
  const spread = Math.min(width, height) / 5;
  return { width: Math.ceil((width + 8 + spread) / 8) * 8, height: Math.ceil((height + 8 + spread) / 2) * 2 };
}

/** Filters the planes of a raster into others, larger by the filter's margin. */
export function filterPlanes(
  kernel: Kernel,
  scratch: ScratchMemory,
  { source, target }: { source: LayerPlanes; target: Omit<LayerPlanes, 'opaque'> },
  filter: RasterFilter,
): LayerPlanes {
  const { margin, blur, box } = filter;
  const isOpaque = margin === 0 && contains(source.opaque, box);
  const steps = gradeSteps(filter);
  const [first] = steps;
  // The first change of colors reads the source; without it, they are copied.
  const isGraded = first !== undefined && blur === 0 && margin === 0;
  copyPlanes(kernel, { source, target }, margin, isGraded ? COVER : PLANES);
  if (blur > 0) blurInBox(kernel, scratch, target, { margin, blur, box, isOpaque });
  const result = { ty: target.y, tu: target.u, tv: target.v, targetStride: target.width };
  if (isGraded) kernel.grade({ ...first, ...source, ...result, stride: source.width });
  for (const step of isGraded ? steps.slice(1) : steps)
    kernel.grade({ ...step, ...target, ...result, stride: target.width });
  return { ...target, opaque: blur === 0 || isOpaque ? source.opaque : NOTHING };
}

const PLANES = [
  ['y', 1],
  ['a', 1],
  ['u', 2],
  ['v', 2],
  ['c', 2],
] as const;

const COVER = PLANES.filter(([plane]) => plane === 'a' || plane === 'c');

function copyPlanes(
  kernel: Kernel,
  { source, target }: { source: LayerPlanes; target: Omit<LayerPlanes, 'opaque'> },
  margin: number,
  planes: readonly (typeof PLANES)[number][],
): void {
  for (const [plane, half] of planes) {
    const [width, height, targetStride] = [source.width / half, source.height / half, target.width / half];
    const start = target[plane] + (margin / half) * (targetStride + 1);
    if (margin > 0) kernel.memory.fill(0, target[plane], target[plane] + targetStride * (target.height / half));
    kernel.copyRect({ source: source[plane], sourceStride: width, target: start, targetStride, width, height });
  }
}

/** Blurs all of some planes in place. @param spreads whether they are transparent at their edges */
export function blurPlanes(
  kernel: Kernel,
  scratch: ScratchMemory,
  planes: Omit<LayerPlanes, 'opaque'>,
  { sigma, spreads }: { sigma: number; spreads: boolean },
): void {
  const box = { ...NOTHING, width: planes.width, height: planes.height };
  blurInBox(kernel, scratch, planes, { margin: spreads ? 1 : 0, blur: sigma, box, isOpaque: false });
}

/** The coverage of an opaque box stays as it is. */
function blurInBox(
  kernel: Kernel,
  scratch: ScratchMemory,
  planes: Omit<LayerPlanes, 'opaque'>,
  { margin, blur, box, isOpaque }: Pick<RasterFilter, 'margin' | 'blur' | 'box'> & { isOpaque: boolean },
): void {
  const leastSigma = margin > 0 ? LEAST_SIGMA_AT_EDGES : undefined;
  for (const [plane, half] of PLANES) {
    if (isOpaque && (plane === 'a' || plane === 'c')) continue;
    const stride = planes.width / half;
    const at = planes[plane] + (box.y / half) * stride + box.x / half;
    blurPlane(kernel, scratch, gaussianFilter(blur / half, leastSigma), {
      ...{ source: at, sourceStride: stride, target: at, targetStride: stride },
      ...{ width: box.width / half, height: box.height / half },
    });
  }
}
