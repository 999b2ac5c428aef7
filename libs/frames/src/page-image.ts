import type { PageImage, Sprite } from '#libs/compositor';
import type { Canvas, SceneNode, ScenePage } from '#libs/timeline';
import type { FootageInView } from './footage/footage-in-view.js';
import { colorFilter } from './footage/footage-filter.js';
import { footageSprite } from './footage/footage-sprite.js';
import type { LayerBox } from './drawing.js';
import type { DisplayItem } from './display-items/display-item.js';
import { asInFrame, type ItemGroup, type ItemSprite, itemSprite } from './display-items/item-sprite.js';
import { displayItemsOf } from './display-items/display-items-of.js';
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
  if (!whole || !isComposited(node, whole)) return spritesOf(node, items, context);
  const { key, opacity, children, filters } = node;
  const parts = children.flatMap((child) => spritesOf(child, displayItemsOf(child, context.painter), context));
  const filter = filters && colorFilter(filters);
  const group = asInFrame<ItemGroup>({ key, opacity, parts, ...(filter && { filter }) }, whole, context.frame);
  return group ? [group] : [];
}

/**
 * Whether the kernel composites the layers of a group: where one of them moves, plays or changes, so that a raster of the
 * whole group would serve one frame only. Skia paints a group in such a group as one, and a group that is blurred.
 */
function isComposited(
  node: SceneNode,
  whole: DisplayItem,
): node is SceneNode & { readonly children: readonly SceneNode[] } {
  const { children, filters, isAnimated = false } = node;
  const isBlurred = filters !== undefined && (filters.blur > 0 || !colorFilter(filters));
  return children !== undefined && (isAnimated || whole.isRestless) && !isBlurred;
}

function spritesOf(
  node: SceneNode,
  items: readonly DisplayItem[],
  { players, frame }: Pick<PageContext, 'players' | 'frame'>,
): ItemSprite[] {
  return items.flatMap((item) => {
    const footage = copiedFootage(node, players, frame);
    const sprite = footage ? asInFrame(footage, item, frame) : itemSprite(item, frame);
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
