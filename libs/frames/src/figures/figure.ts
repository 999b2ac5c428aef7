import type { ClipRegion, Filters, Matrix, Rect } from '#libs/timeline';
import type { BlendMode, MaskMode } from '#libs/template';
import { type Context } from '../skia.js';

/** What a figure shows in its own pixels, before its filters. */
export interface Picture {
  /** Equal ids, equal pictures. */
  readonly id: string;
  /** Everything it can touch. */
  readonly ink: Rect;
  /** Whether colours run into each other, so that rounding them alike would show bands. */
  readonly isSmooth: boolean;
  /** Whether it is likely to be another one in the next frame: then only what is seen of it is worth painting. */
  readonly isRestless: boolean;
  /** Paints into a context whose transform maps local px to device px. Leaves the context as it found it. */
  paint(context: Context): void;
}

/**
 * One thing to draw: a layer, a group, or a piece of a text. As CSS does: the picture, then filters, clips, mask and
 * opacity, and the result goes onto what lies below by its blend mode.
 */
export interface Figure {
  /** Its identity over frames. */
  readonly key: string;
  readonly picture: Picture;
  /** Local → parent px, now and at rest. The parent is the frame, or the group it is in. */
  readonly matrix: Matrix;
  readonly rest: Matrix;
  /** 0..1 */
  readonly opacity: number;
  readonly blendMode?: Exclude<BlendMode, 'normal'>;
  readonly filters?: Filters;
  /** Local px: it shows only inside all of them. */
  readonly clips: readonly ClipRegion[];
  /** Shows where the mask lets it; the mask lies in the same parent. */
  readonly mask?: FigureMask;
}

export interface FigureMask {
  readonly mode: MaskMode;
  readonly figure: Figure;
}

/** Skia's Gaussian ends at three standard deviations. */
const BLUR_REACH = 3;

/** How far, in local px, the filters carry a picture's colours. */
export function blurReach({ filters }: Figure): number {
  return BLUR_REACH * (filters?.blur ?? 0);
}

/** Whether painting the picture is all there is to it. */
export function isPlain({ opacity, blendMode, filters, clips, mask }: Figure): boolean {
  return opacity === 1 && !blendMode && !filters && clips.length === 0 && !mask;
}

/** What a figure looks like in its parent, as text: equal names, equal pixels. */
export function nameOf({ picture, matrix, opacity, blendMode, filters, clips, mask }: Figure): string {
  const rest = [opacity, blendMode, filters, clips, mask?.mode, mask && nameOf(mask.figure)];
  return `${picture.id} ${matrix.join(' ')} ${JSON.stringify(rest)}`;
}
