import {
  areaOf,
  blurredPart,
  changedAreas,
  contains,
  intersect,
  isOnGrid,
  isTurned,
  mergeDamage,
  type MixMode,
  type Rect,
  type Sprite,
  statesOf,
} from '#libs/compositor';
import type { SceneNode, ScenePage, SceneTransition } from '#libs/timeline';
import type { ItemGroup, ItemSprite } from '../display-items/item-sprite.js';
import type { LayerBox } from '../drawing.js';
import { type DrawingWork, sumOf } from './drawing-costs.js';
import { WRITTEN } from './painting-work.js';

/** Blend modes for which the kernel counts in single precision. */
const FINE_MODES: ReadonlySet<MixMode> = new Set([
  ...(['color-dodge', 'color-burn', 'soft-light'] as const),
  ...(['hue', 'saturation', 'color', 'luminosity'] as const),
]);

/** A page of a scene, and its sprites. */
export interface LaidOutPage {
  readonly page: ScenePage;
  readonly sprites: readonly (ItemSprite | ItemGroup)[];
}

/** A frame whose sprites are known, and nothing of it painted. */
export interface LaidOutFrame {
  readonly pages: readonly LaidOutPage[];
  readonly transition?: SceneTransition | undefined;
}

/** The kernel's work of drawing a frame after another one; absent: after none. */
export function compositingWork(now: LaidOutFrame, before: LaidOutFrame | undefined, size: LayerBox): DrawingWork {
  const pages = now.pages.map((page) => {
    const shown = before?.pages.find((other) => other.page.key === page.page.key);
    const drawn = pageWork(page, shown, { x: 0, y: 0, ...size });
    return sumOf([drawn, rasterWork(page, shown), layoutWork(page, shown)]);
  });
  return sumOf([...pages, now.transition ? transitionWork(now.transition, size) : {}]);
}

/** Drawing again what differs of a page. */
function pageWork(page: LaidOutPage, shown: LaidOutPage | undefined, frame: Rect): DrawingWork {
  const changed = shown ? changedAreas(statesOf(shown.sprites), statesOf(page.sprites)) : [frame];
  const areas = mergeDamage(changed, frame);
  if (areas.length === 0) return {};
  const isWhole = areas.some((area) => contains(area, frame));
  const drawn = areas.flatMap((area) => {
    const ground = page.sprites.findLastIndex((sprite) => hides(sprite, area));
    const background = ground < 0 ? [{ copied: pixelsOf(area) }] : [];
    return [...background, ...page.sprites.slice(Math.max(ground, 0)).map((sprite) => spriteWork(sprite, area, frame))];
  });
  const count = page.sprites.reduce((sum, sprite) => sum + ('parts' in sprite ? sprite.parts.length : 1), 0);
  return sumOf([{ frame: 1, sprite: count, carried: isWhole ? 0 : pixelsOf(frame) }, ...drawn]);
}

function spriteWork(sprite: ItemSprite | ItemGroup, within: Rect, frame: Rect): DrawingWork {
  const pixels = pixelsOf(intersect(areaOf(sprite), within));
  if (pixels === 0) return {};
  const composed = { ...(sprite.mask && { cut: pixels }), ...(sprite.mode && { [mixedBy(sprite.mode)]: pixels }) };
  if ('parts' in sprite) return sumOf([composed, groupWork(sprite, intersect(areaOf(sprite), within), frame)]);
  return sumOf([{ [pathOf(sprite)]: pixels }, composed]);
}

function mixedBy(mode: MixMode): 'mixed' | 'mixedFinely' {
  return FINE_MODES.has(mode) ? 'mixedFinely' : 'mixed';
}

/** Compositing the parts of a group for an area; all of them if they are blurred. */
function groupWork(group: ItemGroup, area: Rect, frame: Rect): DrawingWork {
  const { blur, parts } = group;
  const within = (blur && blurredPart({ ...group, blur }, frame)) ?? area;
  const pixels = pixelsOf(within);
  const blurred = blur ? { placed: pixels, blurredPlane: pixels } : {};
  return sumOf([{ grouped: pixels }, blurred, ...parts.map((part) => spriteWork(part, within, frame))]);
}

function pathOf(sprite: ItemSprite): 'turned' | 'resampled' | 'copied' | 'placed' {
  if (isTurned(sprite.at)) return 'turned';
  if (!isOnGrid(sprite.at)) return 'resampled';
  return isOpaque(sprite) ? 'copied' : 'placed';
}

/** Whether a sprite hides what lies below it in an area. */
function hides(sprite: ItemSprite | ItemGroup, area: Rect): boolean {
  if ('parts' in sprite || sprite.mask || sprite.mode || sprite.opacity < 1) return false;
  return isOpaque(sprite) && !isTurned(sprite.at) && contains(areaOf(sprite), area);
}

/** Whether a sprite is taken to be opaque, as only its pixels would show: pictures and backgrounds. */
function isOpaque({ picture, painted, opacity }: ItemSprite): boolean {
  return opacity === 1 && (picture !== undefined || painted === undefined || painted.item.of.type === 'image');
}

/** The work on planes before they are drawn: filters, pictures of footage, turns. */
function rasterWork(page: LaidOutPage, shown: LaidOutPage | undefined): DrawingWork {
  const known = new Set(
    shown?.sprites
      .flatMap(partsOf)
      .flatMap(preparations)
      .map(({ id }) => id),
  );
  const fresh = page.sprites
    .flatMap(partsOf)
    .flatMap(preparations)
    .filter(({ id }) => !known.has(id));
  return sumOf(new Map(fresh.map(({ id, work }) => [id, work])).values());
}

function partsOf(sprite: ItemSprite | ItemGroup): readonly ItemSprite[] {
  return 'parts' in sprite ? sprite.parts : [sprite];
}

/** Planes that are made from those of a raster, by names that are equal while they serve. */
function preparations(sprite: Sprite): { id: string; work: DrawingWork }[] {
  const { raster, filter, picture, at, width, height } = sprite;
  const pixels = width * height;
  const name = `${raster} ${filter ? JSON.stringify(filter) : ''} ${picture?.id ?? ''}`;
  return [
    ...(filter
      ? [{ id: `${name} filtered`, work: filter.blur > 0 ? { blurredPlane: pixels } : { tonedPlane: pixels } }]
      : []),
    ...(picture ? [{ id: `${name} shown`, work: { picture: picture.width * picture.height } }] : []),
    ...(isTurned(at) ? [{ id: `${name} turned`, work: { interleaved: pixels } }] : []),
  ];
}

/** Layers whose text was another one before, and is laid out. */
function layoutWork(page: LaidOutPage, shown: LaidOutPage | undefined): DrawingWork {
  const known = new Set(withInner(shown?.page.nodes ?? []).map(({ content }) => content));
  const fresh = withInner(page.page.nodes).filter(
    ({ layer, content }) => WRITTEN.includes(layer.type) && !known.has(content),
  );
  return { layout: fresh.length };
}

/** Nodes, and those in their groups. */
function withInner(nodes: readonly SceneNode[]): SceneNode[] {
  return nodes.flatMap((node) => [node, ...withInner(node.children ?? [])]);
}

/** The work of a transition on finished pages. */
function transitionWork({ leaving, entering }: SceneTransition, { width, height }: LayerBox): DrawingWork {
  const pixels = width * height;
  const staged = [leaving, entering].filter(({ opacity }) => opacity > 0);
  return sumOf(
    staged.map(({ matrix, clip, dissolve, blur, mosaic }) => {
      const isMoved = matrix.some((value, index) => value !== [1, 0, 0, 1, 0, 0][index]);
      const isPlain = !isMoved && !clip && !dissolve;
      return { [isPlain ? 'faded' : 'staged']: pixels, blurredPage: blur || mosaic ? pixels : 0 };
    }),
  );
}

function pixelsOf({ width, height }: Rect): number {
  return width * height;
}
