import type { Placement } from './placement.js';
import type { MixMode } from './kernel.js';
import type { MovingPicture } from './moving-picture.js';

/** A picture painted once, and how to paint it when it is not at hand. */
export interface Raster {
  /** The raster's identity: equal ids have equal pixels and equal size. */
  readonly raster: string;
  /** Raster pixels: width a multiple of 8, height even. Its outermost two pixels are transparent, save at a frame edge. */
  readonly width: number;
  readonly height: number;
  /** True when other frames are unlikely to want this raster: it is dropped after the first one that does not. */
  readonly transient: boolean;
  /** Gives width × height × 4 bytes of premultiplied RGBA. Called only while the raster is not at hand. */
  paint(): Uint8Array;
}

/** What cuts a sprite to a shape: of its raster the coverage alone counts. */
export interface SpriteMask extends Raster {
  readonly at: Placement;
}

/** A layer as the compositor sees it: a raster, where it lies, and how it meets what is below. */
export interface Sprite extends Raster {
  /** The layer's identity within its page, over frames. */
  readonly key: string;
  readonly at: Placement;
  /** 0..1 */
  readonly opacity: number;
  /** True for gradients and photographs, whose values are spread between levels; false for flat colors. */
  readonly dither: boolean;
  /** Of a clip: what it shows. What `paint` gives is then its mask, whose colors do not matter. */
  readonly picture?: MovingPicture;
  /** Where the sprite shows; absent: everywhere. */
  readonly mask?: SpriteMask;
  /** How its colors mix with what is below; absent: they replace it. */
  readonly mode?: MixMode;
}

/** An opacity of 0..1 in the kernel's steps, 0..256. */
export function opacitySteps({ opacity }: { readonly opacity: number }): number {
  return Math.round(Math.max(0, Math.min(1, opacity)) * 256);
}
