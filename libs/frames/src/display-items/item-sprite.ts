import { boundsOfRect, IDENTITY } from '#libs/document';
import {
  alignEven,
  areaOf,
  contains,
  intersect,
  isEmpty,
  mostFiltered,
  NOTHING,
  type RasterFilter,
  type Rect,
  type Sprite,
  type SpriteGroup,
  type SpriteMask,
} from '#libs/compositor';
import type { LayerBox } from '../drawing.js';
import { meanScale } from '../geometry/matrix.js';
import { planRaster, type RasterPlan, type RepaintCause } from '../raster-plan.js';
import { takePixels } from '../skia.js';
import { boundsOfOutlines, placeOutline, type PlacedOutline } from './clip-outline.js';
import { blurReach, type DisplayItem, inkOf, type ItemMask, nameOf } from './display-item.js';
import { type FilteredContent, paintCover, paintFiltered, paintMask } from './paint-item.js';

/** A sprite, and why Skia paints it for one frame only. */
export interface ItemSprite extends Sprite {
  readonly only?: RepaintCause;
  /** The content of its raster, and the plan by which it is painted. Absent: a background, or the mask of footage. */
  readonly painted?: PaintedContent;
}

/** The content of a raster. */
export interface PaintedContent {
  readonly item: Pick<DisplayItem, 'of' | 'drawing' | 'filters' | 'filterBox'>;
  readonly plan: RasterPlan;
}

/** A group whose layers the kernel composites in every frame. */
export interface ItemGroup extends SpriteGroup {
  readonly parts: readonly ItemSprite[];
}

/** The sprite of a display item: painted with its filters, clipped and masked in the frame. Undefined if nothing of it is visible. */
export function itemSprite(item: DisplayItem, frame: LayerBox): ItemSprite | undefined {
  const { key, contentId, drawing, filters, opacity } = item;
  const plan = planRaster({ ...item, ink: inkOf(item) }, frame);
  if (!plan) return undefined;
  const byKernel = filters && (blursBeyond(item) ? spreadFilter(item, frame) : boxedFilter(item, plan, frame));
  const { filter, painted } = byKernel ?? { painted: plan };
  const { only } = painted;
  const content = filter ? { drawing, pose: item.pose, of: item.of } : item;
  const sprite: ItemSprite = {
    ...{ key, opacity, transient: only !== undefined, ...(only && { only }) },
    ...grownBy(painted, filter?.margin ?? 0),
    raster: `${contentId} ${filters && !filter ? JSON.stringify(filters) : ''} @ ${painted.id}`,
    dither: drawing.isSmooth || (!filter && (filters?.blur ?? 0) > 0),
    ...(filter && { filter }),
    painted: { item: content, plan: painted },
    paint: () => paintRaster(content, painted),
  };
  return asInFrame(sprite, item, frame);
}

/** The size and the place of a raster with transparent pixels added on each side. */
function grownBy({ width, height, at }: RasterPlan, margin: number): Pick<Sprite, 'width' | 'height' | 'at'> {
  if (margin === 0) return { width, height, at };
  const { x, y, scaleX, scaleY, skewX = 0, skewY = 0 } = at;
  const corner = { x: x - margin * (scaleX + skewX), y: y - margin * (skewY + scaleY) };
  return { width: width + 2 * margin, height: height + 2 * margin, at: { ...at, ...corner } };
}

/** The largest blur that agrees with Skia's at the edges, as a fraction of the shorter side. */
const MOST_BLUR = 1 / 14;

/**
 * The most contrast times saturation of a picture that is not blurred: more would show that chroma is rounded to whole
 * levels.
 */
const MOST_SATURATION = 1.5;

/**
 * The kernel's filter of a raster, and the raster that is painted for it, once however the filters change over time.
 */
interface KernelFilter {
  readonly filter: RasterFilter;
  readonly painted: RasterPlan;
}

/** Whether a blur spreads beyond the content. */
function blursBeyond({ filters, filterBox }: DisplayItem): boolean {
  return !filterBox && filters !== undefined && filters.blur > 0;
}

/** The tone of an item if the kernel can give it: a brightness that darkens, a contrast and a saturation. Undefined otherwise. */
function kernelTone({ filters, isRestless }: DisplayItem): Omit<RasterFilter, 'blur' | 'box' | 'margin'> | undefined {
  if (!filters || isRestless) return undefined;
  const { blur, brightness, contrast, saturation, hueRotate } = filters;
  const most = blur > 0 ? 1 : MOST_SATURATION;
  const isTooStrong = brightness > 1 || Math.max(contrast, saturation, contrast * saturation) > most;
  return isTooStrong || hueRotate % 360 !== 0 ? undefined : { brightness, contrast, saturation, hueRotate: 0 };
}

function isFilterable({ width, height }: Rect | RasterPlan, frame: LayerBox): boolean {
  const most = mostFiltered(frame);
  return width <= most.width && height <= most.height;
}

/** The filters of an item that do not spread: a tone, and a blur that repeats the edges of a box on whole chroma cells. */
function boxedFilter(item: DisplayItem, painted: RasterPlan, frame: LayerBox): KernelFilter | undefined {
  const tone = kernelTone(item);
  if (!tone || painted.only || !isFilterable(painted, frame)) return undefined;
  const blur = (item.filters?.blur ?? 0) * meanScale(painted.matrix);
  if (blur === 0) return { painted, filter: { ...tone, blur, box: NOTHING, margin: 0 } };
  const box = boxOnCells(item, painted);
  const isMild = box && blur <= MOST_BLUR * Math.min(box.width, box.height);
  return isMild ? { painted, filter: { ...tone, blur, box, margin: 0 } } : undefined;
}

/**
 * The filters of an item whose blur spreads beyond it: the kernel adds that margin to the painted raster. None for a
 * picture: Skia's blur, three means of boxes, differs from a Gaussian most at the edges of something bright and opaque.
 */
function spreadFilter(item: DisplayItem, frame: LayerBox): KernelFilter | undefined {
  if (item.drawing.resolution !== undefined) return undefined;
  const tone = kernelTone(item);
  const painted = tone && planRaster({ ...item, ink: item.drawing.ink }, frame);
  if (!painted || painted.only) return undefined;
  const scale = meanScale(painted.matrix);
  const margin = Math.ceil((blurReach(item) * scale) / 4) * 4;
  const { width, height } = grownBy(painted, margin);
  const box = { x: 0, y: 0, width, height };
  if (!isFilterable(box, frame)) return undefined;
  return { painted, filter: { ...tone, blur: (item.filters?.blur ?? 0) * scale, box, margin } };
}

/** The box of an item whose blur repeats its edges, if it lies on whole chroma cells of its raster and holds all of the content. */
function boxOnCells({ filterBox, drawing }: DisplayItem, { matrix, width, height }: RasterPlan): Rect | undefined {
  if (!filterBox || !contains(filterBox, drawing.ink)) return undefined;
  const box = boundsOfRect(matrix, filterBox);
  const isOnCells = [box.x, box.y, box.width, box.height].every((length) => length % 2 === 0);
  return isOnCells && contains({ x: 0, y: 0, width, height }, box) ? box : undefined;
}

/** Adds an item's clips, mask and blend mode to its sprite. Undefined if nothing of it is visible. */
export function asInFrame<Whole extends ItemSprite | ItemGroup>(
  sprite: Whole,
  item: Pick<DisplayItem, 'matrix' | 'blendMode' | 'clips' | 'mask'>,
  frame: LayerBox,
): Whole | undefined {
  const { matrix, blendMode, clips, mask } = item;
  const blended = blendMode ? { ...sprite, mode: blendMode } : sprite;
  if (clips.length === 0 && !mask) return blended;
  if (mask && clips.length === 0) {
    const placed = placedMask(mask, frame);
    if (placed) return { ...blended, mask: placed };
  }
  const outlines = clips.map((clip) => placeOutline(clip, matrix));
  const area = cutArea({ sprite, outlines, mask }, { x: 0, y: 0, ...frame });
  return isEmpty(area) ? undefined : { ...blended, mask: cutMask(outlines, mask, area) };
}

function paintRaster(item: FilteredContent, plan: RasterPlan): Uint8Array {
  const { width, height, matrix } = plan;
  return takePixels(paintFiltered(item, matrix, { x: 0, y: 0, width, height }));
}

/** The bounds of the visible part of a clipped and masked sprite, in whole chroma cells of the frame. */
function cutArea(
  {
    sprite,
    outlines,
    mask,
  }: { sprite: Sprite | SpriteGroup; outlines: readonly PlacedOutline[]; mask: ItemMask | undefined },
  frame: Rect,
): Rect {
  const covered = areaOf(sprite);
  const inOutlines = boundsOfOutlines(outlines, frame);
  const inMask = mask ? intersect(inOutlines, maskBounds(mask, covered)) : inOutlines;
  return isEmpty(intersect(inMask, covered)) ? NOTHING : intersect(alignEven(inMask), frame);
}

function maskBounds({ mode, item }: ItemMask, covered: Rect): Rect {
  if (mode.endsWith('inverted')) return covered;
  return boundsOfRect(item.matrix, inkOf(item));
}

/**
 * A mask that is painted once and placed by the kernel, however it moves, scales and turns. Undefined if it must be
 * painted for this place, or cannot be seen; the outside of an inverted mask is visible, too.
 */
function placedMask({ mode, item }: ItemMask, frame: LayerBox): SpriteMask | undefined {
  const { matrix, rest, isRestless } = item;
  if (item.mask || mode.endsWith('inverted')) return undefined;
  const plan = planRaster({ matrix, rest, ink: inkOf(item), isRestless }, frame);
  if (!plan || plan.only) return undefined;
  const { width, height, at } = plan;
  const placed = { ...item, matrix: plan.matrix };
  return {
    raster: `mask ${mode} ${nameOf(placed)} @ ${plan.id}`,
    ...{ width, height, at, transient: true },
    paint: () => takePixels(paintCover(placed, IDENTITY, { width, height }, mode.startsWith('luma'))),
  };
}

function cutMask(outlines: readonly PlacedOutline[], mask: ItemMask | undefined, area: Rect): SpriteMask {
  const { x, y, height } = area;
  const width = Math.ceil(area.width / 8) * 8;
  return {
    raster: `cut ${JSON.stringify([outlines, mask?.mode, area])} ${mask ? nameOf(mask.item) : ''}`,
    ...{ width, height, transient: true },
    at: { x, y, scaleX: 1, scaleY: 1 },
    paint: () => takePixels(paintMask({ x, y, width, height }, outlines, mask)),
  };
}
