import type { Matrix, Rect } from '#libs/document';
import type { ClipRegion, Filters } from '#libs/timeline';
import type { BlendMode, LayerContent, MaskMode } from '#libs/template';
import type { Drawing, Pose } from '../drawing.js';
import { grown } from '../geometry/matrix.js';

/** The items that a group consists of, in paint order. */
interface ItemsOfGroup {
  readonly type: 'items';
  readonly items: readonly DisplayItem[];
}

/** The content of a display item, before filters, clips, mask and opacity. */
export interface ItemContent {
  /** Equal ids have equal pixels. */
  readonly contentId: string;
  readonly drawing: Drawing;
  readonly pose: Pose;
  /** The layer that is drawn, or the items of a group. */
  readonly of: LayerContent | ItemsOfGroup;
  /** Whether the next frame is likely to show another content. Then only its visible part is painted. */
  readonly isRestless: boolean;
}

/**
 * A layer, a group or a piece of a text, to be painted in paint order. As in CSS, the content is filtered, then clipped, masked
 * and made transparent, and the result is blended with the backdrop.
 */
export interface DisplayItem extends ItemContent {
  /** Identifies the item over frames. */
  readonly key: string;
  /** Local → parent px, now and at rest. The parent is the frame, or the group that contains the item. */
  readonly matrix: Matrix;
  readonly rest: Matrix;
  /** 0..1 */
  readonly opacity: number;
  readonly blendMode?: Exclude<BlendMode, 'normal'>;
  readonly filters?: Filters;
  /** Local px. Filters repeat the edges of this area beyond it, and nothing is painted outside. Absent: blur spreads. */
  readonly filterBox?: Rect;
  /** Local px. Only the intersection of all regions is visible. */
  readonly clips: readonly ClipRegion[];
  /** Its item has the same parent. */
  readonly mask?: ItemMask;
}

export interface ItemMask {
  readonly mode: MaskMode;
  readonly item: DisplayItem;
}

/** Skia's Gaussian ends at three standard deviations. */
const BLUR_REACH = 3;

/** Distance, in local px, over which the filters spread colors beyond an item. */
export function blurReach({ filters }: Pick<DisplayItem, 'filters'>): number {
  return filters?.edge === 'duplicate' ? 0 : BLUR_REACH * (filters?.blur ?? 0);
}

/** The area that an item can touch with its filters, local px. */
export function inkOf(item: Pick<DisplayItem, 'drawing' | 'filters' | 'filterBox'>): Rect {
  return item.filterBox ?? grown(item.drawing.ink, blurReach(item));
}

/** Whether the item consists of its content only, without opacity, blend mode, filters, clips and mask. */
export function isPlain({ opacity, blendMode, filters, clips, mask }: DisplayItem): boolean {
  return opacity === 1 && !blendMode && !filters && clips.length === 0 && !mask;
}

/** Describes the pixels of an item in its parent: equal names, equal pixels. */
export function nameOf({ contentId, matrix, opacity, blendMode, filters, clips, mask }: DisplayItem): string {
  const rest = [opacity, blendMode, filters, clips, mask?.mode, mask && nameOf(mask.item)];
  return `${contentId} ${matrix.join(' ')} ${JSON.stringify(rest)}`;
}
