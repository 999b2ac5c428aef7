import { boundsOfRect } from '#libs/document';
import { blurredPart, type PageImage, type Sprite } from '#libs/compositor';
import type { Canvas, Filters, SceneNode, ScenePage } from '#libs/timeline';
import type { FootageInView } from './footage/footage-in-view.js';
import { colorFilter } from './footage/footage-filter.js';
import { footageSprite } from './footage/play-footage.js';
import type { LayerBox } from './drawing.js';
import type { DisplayItem } from './display-items/display-item.js';
import { asInFrame, type ItemGroup, type ItemSprite, itemSprite } from './display-items/item-sprite.js';
import { displayItemsOf } from './display-items/display-items-of.js';
import { resizedPicture } from './display-items/resized-picture.js';
import { meanScale, roundedMatrix } from './geometry/matrix.js';
import { over, parseColor } from './paint/css-color.js';
import { paintStyle, plainColor } from './paint/paint.js';
import type { Painter } from './painter.js';
import { rasterize } from './rasterize.js';

/** Context for painting a page. */
export interface PageContext {
  /** Pixels. */
  readonly frame: LayerBox;
  /** The area on which pages are laid out; absent: the frame. */
  readonly canvas?: Canvas;
  readonly painter: Painter;
  readonly players: FootageInView;
}

/** A page as the compositor takes it, with the reasons of what Skia paints for one frame only. */
export interface PaintedPage extends PageImage {
  readonly sprites: readonly (ItemSprite | ItemGroup)[];
}

/** Converts a page of a scene for the compositor. Nothing is painted yet. */
export function pageImage(page: ScenePage, context: PageContext): PaintedPage {
  const underlay = parseColor(page.underlay);
  const plain = plainColor(page.background);
  const layers = page.nodes.flatMap((node) => pageSprites(node, context));
  return plain
    ? { key: page.key, background: over(plain, underlay), sprites: layers }
    : { key: page.key, background: underlay, sprites: [backgroundSprite(page.background, context), ...layers] };
}

function pageSprites(node: SceneNode, context: PageContext): (ItemSprite | ItemGroup)[] {
  const items = displayItemsOf(node, context.painter);
  const [whole] = items;
  if (!whole || !isRestlessGroup(node, whole)) return spritesOf(node, items, context);
  const { key, opacity, children, filters } = node;
  const parts = children.flatMap((child) => spritesOf(child, displayItemsOf(child, context.painter), context));
  const byKernel = filters ? groupFilters(node, filters) : {};
  const group = byKernel && { key, opacity, parts, ...byKernel };
  if (!group || !isCompositable(group, context.frame)) return spritesOf(node, items, context);
  const shown = asInFrame<ItemGroup>(group, whole, context.frame);
  return shown ? [shown] : [];
}

/**
 * Whether the layers of a group are composited one by one: where one of them moves, plays or changes, so that a raster of the
 * whole group would serve one frame only. Skia paints a group in such a group as one.
 */
function isRestlessGroup(
  node: SceneNode,
  whole: DisplayItem,
): node is SceneNode & { readonly children: readonly SceneNode[] } {
  const { children, isAnimated = false } = node;
  return children !== undefined && (isAnimated || whole.isRestless);
}

/** The filters of a group as the kernel has them. Undefined if a factor is beyond those that it counts with. */
function groupFilters(node: SceneNode, filters: Filters): Pick<ItemGroup, 'filter' | 'blur'> | undefined {
  const { matrix, box } = node;
  const filter = colorFilter(filters);
  if (!filter || filters.blur === 0) return filter && { filter };
  const isBoxed = filters.edge === 'duplicate';
  if (isBoxed && (matrix[1] !== 0 || matrix[2] !== 0)) return undefined;
  const edges = boundsOfRect(roundedMatrix(matrix), { x: 0, y: 0, ...box });
  return { filter, blur: { sigma: filters.blur * meanScale(matrix), ...(isBoxed && { box: edges }) } };
}

/** Whether the memory of the kernel holds all that a blur of a group looks at. */
function isCompositable({ blur, ...group }: ItemGroup, frame: LayerBox): boolean {
  return !blur || blurredPart({ ...group, blur }, frame) !== undefined;
}

function spritesOf(
  node: SceneNode,
  items: readonly DisplayItem[],
  { players, frame }: Pick<PageContext, 'players' | 'frame'>,
): ItemSprite[] {
  return items.flatMap((item) => {
    const footage = copiedFootage(node, players, frame);
    const sprite = footage
      ? asInFrame(footage, item, frame)
      : (resizedPicture(node, item, frame) ?? itemSprite(item, frame));
    return sprite ? [sprite] : [];
  });
}

/** The sprite of footage whose planes are copied into the frame; undefined for other nodes. */
function copiedFootage(node: SceneNode, players: FootageInView, frame: LayerBox): Sprite | undefined {
  const { layer } = node;
  if (layer.type !== 'video') return undefined;
  const shown = players.shown({ ...node, layer });
  return shown && footageSprite({ ...node, layer }, shown, frame);
}

/** A background with gradients, painted like a layer that fills the page. */
function backgroundSprite(paint: string, { frame, canvas }: PageContext): Sprite {
  const { scale, ...box } = canvas ?? { ...frame, scale: 1 };
  const size = { width: Math.ceil(frame.width / 8) * 8, height: frame.height };
  return {
    ...size,
    key: 'background',
    raster: `background ${paint}`,
    at: { x: 0, y: 0, scaleX: 1, scaleY: 1 },
    opacity: 1,
    transient: false,
    dither: true,
    paint: () =>
      rasterize(size, [scale, 0, 0, scale, 0, 0], (context) => {
        context.fillStyle = paintStyle(context, paint, box);
        context.fillRect(0, 0, size.width / scale, size.height / scale);
      }),
  };
}
