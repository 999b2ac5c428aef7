import type { RoundedBox } from './cover-box.js';
import type { RasterFilter } from './filter-planes.js';
import type { ColorFilter } from './grade-steps.js';
import type { Placement } from './placement.js';
import type { MixMode } from './kernel.js';
import type { MovingPicture } from './moving-picture.js';
import type { Rect } from './rect.js';

/** An image that is painted once and cached, and how to paint it. */
export interface Raster {
  /** The raster's identity: equal ids have equal pixels and equal size. */
  readonly raster: string;
  /** Raster pixels: width a multiple of 8, height even. Its outermost two pixels are transparent, save at a frame edge. */
  readonly width: number;
  readonly height: number;
  /** True if later frames are unlikely to use this raster: it is dropped after the first one that does not. */
  readonly transient: boolean;
  /** Returns width × height × 4 bytes of premultiplied RGBA, valid until another raster is painted. Called only when this one is not cached. */
  paint(): Uint8Array;
}

/** The shape a sprite is cut to: the coverage of a raster. */
export interface SpriteMask extends Raster {
  readonly at: Placement;
}

/** The same of a box, raster pixels, which the kernel covers without a painting. */
export interface BoxMask extends Omit<SpriteMask, 'paint'> {
  readonly box: RoundedBox;
}

/**
 * A raster, and the filters that the kernel applies before it is placed. Its size includes the filter's margin, which
 * is not painted.
 */
export interface FilteredRaster extends Raster {
  readonly filter?: RasterFilter | undefined;
}

/** The painted raster that the kernel filters, without the filter and its margins. */
export function unfiltered<Whole extends FilteredRaster>(raster: Whole): Omit<Whole, 'filter'> {
  const { filter, width, height, ...rest } = raster;
  const margins = 2 * (filter?.margin ?? 0);
  return { ...rest, width: width - margins, height: height - margins } as Omit<Whole, 'filter'>;
}

/** A layer for the compositor: a raster, its place, and how it is composited with the layers below. */
export interface Sprite extends FilteredRaster {
  /** The layer's identity within its page, over frames. */
  readonly key: string;
  readonly at: Placement;
  /** 0..1 */
  readonly opacity: number;
  /** True for gradients and photographs, whose values are spread between levels; false for flat colors. */
  readonly dither: boolean;
  /** Footage only: the picture shown. `paint` then returns its mask, whose colors are ignored. */
  readonly picture?: MovingPicture;
  /** The visible part of the sprite; absent: all of it. */
  readonly mask?: SpriteMask | BoxMask;
  /** Blend mode; absent: normal. */
  readonly mode?: MixMode;
}

/** The blur of a group. */
export interface GroupBlur {
  /** Standard deviation of a Gaussian, frame pixels, above 0. */
  readonly sigma: number;
  /** The only part of the frame that shows anything; its edges repeat beyond it. Absent: the blur spreads. */
  readonly box?: Rect;
}

/** Sprites that are composited with each other first, then as one with the layers below. */
export interface SpriteGroup extends Pick<Sprite, 'key' | 'opacity' | 'mask' | 'mode'> {
  /** In paint order, keys unique, each placed in the frame. Blend modes blend with the parts below. */
  readonly parts: readonly Sprite[];
  /** Blurs all parts together. */
  readonly blur?: GroupBlur | undefined;
  /** Changes the colors of all parts together, once they are blurred. */
  readonly filter?: ColorFilter | undefined;
}

/** A sprite elsewhere, with its mask. */
export function movedBy(sprite: Sprite, x: number, y: number): Sprite {
  const moved = (at: Placement): Placement => ({ ...at, x: at.x + x, y: at.y + y });
  const { at, mask } = sprite;
  return { ...sprite, at: moved(at), ...(mask && { mask: { ...mask, at: moved(mask.at) } }) };
}

/** An opacity of 0..1 in the kernel's steps, 0..256. */
export function opacitySteps({ opacity }: { readonly opacity: number }): number {
  return Math.round(Math.max(0, Math.min(1, opacity)) * 256);
}
