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
  copyPlanes(kernel, { source, target }, margin);
  const isOpaque = margin === 0 && contains(source.opaque, box);
  if (blur > 0) blurInBox(kernel, scratch, target, { margin, blur, box, isOpaque });
  for (const step of gradeSteps(filter)) kernel.grade({ ...step, ...target, stride: target.width });
  return { ...target, opaque: blur === 0 || isOpaque ? source.opaque : NOTHING };
}

const PLANES = [
  ['y', 1],
  ['a', 1],
  ['u', 2],
  ['v', 2],
  ['c', 2],
] as const;

function copyPlanes(
  kernel: Kernel,
  { source, target }: { source: LayerPlanes; target: Omit<LayerPlanes, 'opaque'> },
  margin: number,
): void {
  for (const [plane, half] of PLANES) {
    const [width, height, targetStride] = [source.width / half, source.height / half, target.width / half];
    const start = target[plane] + (margin / half) * (targetStride + 1);
    if (margin > 0) kernel.memory.fill(0, target[plane], target[plane] + targetStride * (target.height / half));
    kernel.copyRect({ source: source[plane], sourceStride: width, target: start, targetStride, width, height });
  }
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
