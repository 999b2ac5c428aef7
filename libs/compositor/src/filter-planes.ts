import { blurPlane, gaussianFilter } from './blur-frame.js';
import type { Kernel } from './kernel.js';
import type { FrameSize } from './placement.js';
import type { LayerPlanes } from './planes.js';
import { contains, type Rect } from './rect.js';
import type { ScratchMemory } from './scratch-memory.js';

/** What the kernel does to a painted raster before it is placed: a blur, then the CSS filters of its name. */
export interface RasterFilter {
  /** Raster pixels, even: what is blurred, if anything is. Its edges repeat beyond it. */
  readonly box: Rect;
  /** Standard deviation of a Gaussian, raster pixels; 0 for none. */
  readonly blur: number;
  /** Factors of 0 to 1, so that no color is clipped. */
  readonly brightness: number;
  readonly contrast: number;
  /** 0 to 1.5. Above 1 colors are clipped to what red, green and blue can show. */
  readonly saturation: number;
}

/** A raster must not be larger than this, for a frame of a size, if it is to be filtered: a picture that fills the frame, with its border. */
export function mostFiltered({ width, height }: FrameSize): FrameSize {
  return { width: Math.ceil((width + 8) / 8) * 8, height: height + 8 };
}

const Q12 = 4096;

/** Filters the planes of a raster into others of the same size. */
export function filterPlanes(
  kernel: Kernel,
  scratch: ScratchMemory,
  { source, target }: { source: LayerPlanes; target: Omit<LayerPlanes, 'opaque'> },
  filter: RasterFilter,
): void {
  copyPlanes(kernel, source, target);
  const { blur, box, brightness, contrast, saturation } = filter;
  if (blur > 0) blurInBox(kernel, scratch, target, { blur, box, isOpaque: contains(source.opaque, box) });
  // In limited range, Y is 16 at black and 125.5 in the middle of contrast, and chroma is 128 at gray.
  const luma = brightness * contrast;
  const chroma = luma * saturation;
  const lift = 16 * (1 - luma) + 109.5 * (1 - contrast);
  if (luma !== 1 || lift !== 0) tone(kernel, target, 'y', { gain: luma, lift });
  if (chroma === 1) return;
  tone(kernel, target, 'u', { gain: chroma, lift: 128 * (1 - chroma) });
  tone(kernel, target, 'v', { gain: chroma, lift: 128 * (1 - chroma) });
  if (saturation > 1) kernel.clipColors({ ...target, stride: target.width });
}

const PLANES = [
  ['y', 1],
  ['a', 1],
  ['u', 2],
  ['v', 2],
  ['c', 2],
] as const;

function copyPlanes(kernel: Kernel, source: LayerPlanes, target: Omit<LayerPlanes, 'opaque'>): void {
  for (const [plane, half] of PLANES) {
    const [width, height] = [source.width / half, source.height / half];
    kernel.copyRect({
      ...{ source: source[plane], sourceStride: width, target: target[plane], targetStride: width },
      ...{ width, height },
    });
  }
}

/** The coverage of an opaque box stays as it is. */
function blurInBox(
  kernel: Kernel,
  scratch: ScratchMemory,
  planes: Omit<LayerPlanes, 'opaque'>,
  { blur, box, isOpaque }: { blur: number; box: Rect; isOpaque: boolean },
): void {
  for (const [plane, half] of PLANES) {
    if (isOpaque && (plane === 'a' || plane === 'c')) continue;
    const stride = planes.width / half;
    const at = planes[plane] + (box.y / half) * stride + box.x / half;
    blurPlane(kernel, scratch, gaussianFilter(blur / half), {
      ...{ source: at, sourceStride: stride, target: at, targetStride: stride },
      ...{ width: box.width / half, height: box.height / half },
    });
  }
}

function tone(
  kernel: Kernel,
  planes: Omit<LayerPlanes, 'opaque'>,
  plane: 'y' | 'u' | 'v',
  { gain, lift }: { gain: number; lift: number },
): void {
  const half = plane === 'y' ? 1 : 2;
  const [width, height] = [planes.width / half, planes.height / half];
  kernel.tone({
    ...{ target: planes[plane], targetStride: width, source: planes[plane], sourceStride: width, width, height },
    alpha: half === 1 ? planes.a : planes.c,
    gain: Math.round(gain * Q12),
    lift: Math.round((lift / 255) * Q12),
  });
}
