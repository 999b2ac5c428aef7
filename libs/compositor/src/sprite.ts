import type { Placement } from './draw-sprite.js';
import type { MovingPicture } from './moving-picture.js';

/** A layer as the compositor sees it: a raster, where it lies, and how to paint it when it is not at hand. */
export interface Sprite {
  /** The layer's identity within its page, over frames. */
  readonly key: string;
  /** The raster's identity: equal ids have equal pixels and equal size. */
  readonly raster: string;
  /** Raster pixels: width a multiple of 8, height even. Its outermost two pixels are transparent, save at a frame edge. */
  readonly width: number;
  readonly height: number;
  readonly at: Placement;
  /** 0..1 */
  readonly opacity: number;
  /** True when other frames are unlikely to want this raster: it is dropped after the first one that does not. */
  readonly transient: boolean;
  /** True for gradients and photographs, whose values are spread between levels; false for flat colours. */
  readonly dither: boolean;
  /** Gives width × height × 4 bytes of premultiplied RGBA. Called only while the raster is not at hand. */
  paint(): Uint8Array;
  /** Of a clip: what it shows. What `paint` gives is then its mask, whose colours do not matter. */
  readonly picture?: MovingPicture;
}

/** The opacity in the kernel's steps, 0..256. */
export function opacitySteps(sprite: Sprite): number {
  return Math.round(Math.max(0, Math.min(1, sprite.opacity)) * 256);
}
