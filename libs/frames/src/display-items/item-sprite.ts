import { boundsOfRect, IDENTITY } from '#libs/timeline';
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
import { boundsOfOutlines, placeOutline, type PlacedOutline } from './clip-outline.js';
import { type DisplayItem, inkOf, type ItemMask, nameOf } from './display-item.js';
import { type FilteredContent, paintCover, paintFiltered, paintMask } from './paint-item.js';

/** A sprite, and why Skia paints it for one frame only. */
export interface ItemSprite extends Sprite {
  readonly only?: RepaintCause;
}

/** A group whose layers the kernel composites in every frame. */
export interface ItemGroup extends SpriteGroup {
  readonly parts: readonly ItemSprite[];
}

/** The sprite of a display item: painted with its filters, clipped and masked in the frame. Undefined if nothing of it is visible. */
export function itemSprite(item: DisplayItem, frame: LayerBox): ItemSprite | undefined {
  const { key, contentId, drawing, isRestless, matrix, rest, filters, opacity } = item;
  const plan = planRaster({ matrix, rest, ink: inkOf(item), isRestless }, frame);
  if (!plan) return undefined;
  const { width, height, at, only } = plan;
  const filter = filters && kernelFilter(item, plan, frame);
  const sprite: ItemSprite = {
    ...{ key, width, height, at, opacity, transient: only !== undefined, ...(only && { only }) },
    raster: `${contentId} ${filters && !filter ? JSON.stringify(filters) : ''} @ ${plan.id}`,
    dither: drawing.isSmooth || (filters?.blur ?? 0) > 0,
    ...(filter && { filter }),
    paint: () => paintRaster(filter ? { drawing, pose: item.pose } : item, plan),
  };
  return asInFrame(sprite, item, frame);
}

/** The largest blur that agrees with Skia's at the edges, as a fraction of the shorter side. */
const MOST_BLUR = 1 / 14;

/** The most of a picture that is not blurred: more would show that chroma is rounded to whole levels. */
const MOST_SATURATION = 1.5;

/**
 * The filters of an item that the kernel applies, so that Skia paints it once whatever they do over time: factors that darken,
 * a saturation, and the blur of a picture whose box lies on whole chroma cells and repeats its edges. Undefined otherwise.
 */
function kernelFilter(item: DisplayItem, plan: RasterPlan, frame: LayerBox): RasterFilter | undefined {
  const { filters, isRestless } = item;
  if (!filters || isRestless || plan.only) return undefined;
  const { blur, brightness, contrast, saturation, hueRotate } = filters;
  const most = mostFiltered(frame);
  const isTooLarge = plan.width > most.width || plan.height > most.height;
  const isTooBright = brightness > 1 || contrast > 1 || saturation > (blur > 0 ? 1 : MOST_SATURATION);
  if (isTooLarge || isTooBright || hueRotate % 360 !== 0) return undefined;
  const tone = { brightness, contrast, saturation };
  if (blur === 0) return { ...tone, blur, box: NOTHING };
  const box = boxOnCells(item, plan);
  const sigma = blur * meanScale(plan.matrix);
  return box && sigma <= MOST_BLUR * Math.min(box.width, box.height) ? { ...tone, blur: sigma, box } : undefined;
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
  return paintFiltered(item, matrix, { x: 0, y: 0, width, height }).data();
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
 * A mask that is painted once and placed by the kernel, however it moves, scales and turns. Undefined if it must be painted for
 * this place, or cannot be seen: what is outside of an inverted mask is visible, too.
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
    paint: () => paintCover(placed, IDENTITY, { width, height }, mode.startsWith('luma')).data(),
  };
}

function cutMask(outlines: readonly PlacedOutline[], mask: ItemMask | undefined, area: Rect): SpriteMask {
  const { x, y, height } = area;
  const width = Math.ceil(area.width / 8) * 8;
  return {
    raster: `cut ${JSON.stringify([outlines, mask?.mode, area])} ${mask ? nameOf(mask.item) : ''}`,
    ...{ width, height, transient: true },
    at: { x, y, scaleX: 1, scaleY: 1 },
    paint: () => paintMask({ x, y, width, height }, outlines, mask).data(),
  };
}
