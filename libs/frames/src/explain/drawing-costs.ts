import type { LayerKind } from '#libs/document';

/**
 * Nanoseconds of one processor core for everything that drawing consists of, by its path: one constant each. A unit is a
 * pixel, except where another is named. `npm run bench -- costs` measures them, and what they make of the templates of the
 * benches (2026-11-27; the speed of an idle machine, on which CPU times are 0.3 of those beside other work).
 */
export const DRAWING_COSTS = {
  // Skia paints what is in a layer, by its kind.
  caption: 1.5,
  chart: 0.5,
  component: 0,
  group: 0,
  image: 8.8,
  lottie: 10,
  machine_code: 1.3,
  progress: 3.2,
  rating: 2.6,
  stack: 0,
  shape: 0.7,
  text: 1,
  video: 4,
  background: 1.5,
  /** Shadows of a layer, blurred. */
  shadow: 3,
  /** The effect of an image. */
  effect: 12,
  /** A picture of footage that is converted to RGBA, in its own pixels. */
  converted: 7.5,
  /** A surface beside the raster: for opacity, blend modes, filters, clips and masks within it. */
  surface: 3,
  /** Skia's filters of such a surface, and its blur. */
  toned: 6,
  blurred: 12,
  /** A mask, or what cuts a layer. */
  mask: 0.45,
  /** Letters, one each time they are painted, however many. */
  written: 70_000,
  /** A raster of any size, one each; and its pixels, which are cleared and taken from Skia. */
  raster: 100_000,
  cleared: 1.1,

  // The kernel composites.
  /** Pixels of a raster that become planes. */
  loaded: 1.6,
  /** A pixel of the frame on which a sprite is copied, blended, moved or scaled, or turned. */
  copied: 0.4,
  placed: 0.2,
  resampled: 0.42,
  turned: 1.9,
  /** The same pixel for a mask, a blend mode, or a group. */
  cut: 0.1,
  mixed: 2.2,
  /** A blend mode that divides, takes roots or mixes colors as a whole. */
  mixedFinely: 3,
  grouped: 1.2,
  /** Filters of the kernel, pixels of the raster: a tone, a blur. */
  tonedPlane: 0.35,
  blurredPlane: 1,
  /** Planes of a raster that is turned, byte by byte. */
  interleaved: 3,
  /** A picture of footage that is read and copied, in its own pixels. */
  picture: 0.2,
  /** Pixels of a frame that is copied because only a part of it is drawn again. */
  carried: 0.016,
  /** A page in a transition that mixes pages, that moves or cuts one, that blurs it or makes blocks of it. */
  faded: 0.06,
  staged: 0.47,
  blurredPage: 1.3,

  // What is decided before: a frame, a sprite of it, and a text that is laid out.
  frame: 140_000,
  sprite: 30_000,
  layout: 175_000,
} as const satisfies Record<LayerKind, number> & Record<string, number>;

/** A path of {@link DRAWING_COSTS}. */
export type DrawingPath = keyof typeof DRAWING_COSTS;

/** Amounts of what is done, in the units of {@link DRAWING_COSTS}. */
export type DrawingWork = Partial<Record<DrawingPath, number>>;

/** The sum of works, each as often as `times`. */
export function sumOf(works: Iterable<DrawingWork>, times = 1): DrawingWork {
  const sum: DrawingWork = {};
  for (const work of works) {
    for (const [path, amount] of Object.entries(work) as [DrawingPath, number][]) {
      sum[path] = (sum[path] ?? 0) + amount * times;
    }
  }
  return sum;
}

/** Estimates the CPU time of work, ms. */
export function drawingMs(work: DrawingWork): number {
  const ns = Object.entries(work).reduce((sum, [path, amount]) => sum + amount * DRAWING_COSTS[path as DrawingPath], 0);
  return ns / 1e6;
}
