import type { LayerKind } from '#libs/document';
import { type Sprite, unfiltered } from '#libs/compositor';
import type { SceneNode } from '#libs/timeline';
import { hashOf } from '../io.js';
import type { ItemGroup, ItemSprite } from '../display-items/item-sprite.js';
import type { RepaintCause } from '../raster-plan.js';
import type { LaidOutPage } from './compositing-work.js';
import { type DrawingWork, sumOf } from './drawing-costs.js';
import { paintingWork } from './painting-work.js';

/**
 * The reason why Skia paints something of a layer: for the first time (`first`), because its content is another
 * (`content`), because it is shown so much larger or smaller that it needs another raster (`scaled`), because its clips
 * or its mask cut it otherwise (`cut`), or because the raster serves one frame only.
 */
export type PaintCause = 'first' | 'content' | 'scaled' | 'cut' | RepaintCause;

/** Skia's painting of one layer for one reason. */
export interface PaintedLayer {
  /**
   * Key of the layer as in scenes: `pages[0].layers[2]`. A group without an effect of its own is its layers, and so is
   * one whose layers move or play; any other is one layer.
   */
  readonly key: string;
  readonly kind: LayerKind | 'background';
  readonly cause: PaintCause;
  /** Frames for which something is painted. */
  readonly frames: number;
  readonly pixels: number;
  /** The work of painting it. */
  readonly work: DrawingWork;
  /** Time that the painting took, ms. */
  readonly ms: number;
}

type Counted = { -readonly [Name in keyof PaintedLayer]: PaintedLayer[Name] } & { last: number };
type Raster = Pick<Sprite, 'raster' | 'transient' | 'width' | 'height' | 'paint'>;

/** A raster that a frame needs for a layer, and why it would be painted. */
interface RasterUse extends Pick<PaintedLayer, 'key' | 'kind' | 'cause'> {
  readonly raster: Raster;
  work(): DrawingWork;
}

/** Counts the paintings that successive frames need. Rasters are assumed to stay cached as long as they may. */
export class PaintingCounter {
  readonly #layers = new Map<string, Counted>();
  /** Hashes of the rasters that were counted and may stay: their names can be as long as a document. */
  readonly #kept = new Set<string>();
  /** The content of each sprite and mask when it was looked at last. */
  readonly #contents = new Map<string, string>();
  /** Rasters of the frame that was looked at last. */
  #before: ReadonlySet<string> = new Set();
  #frame = 0;

  /** @param clock milliseconds; absent: nothing is painted */
  constructor(private readonly clock?: () => number) {}

  get layers(): PaintedLayer[] {
    return [...this.#layers.values()].map(({ last: _last, ...layer }) => layer);
  }

  /** Counts the paintings of a frame that the frame looked at last did not need; returns their work. */
  count(pages: readonly LaidOutPage[]): DrawingWork {
    return this.#look(pages, () => true);
  }

  /** Looks at the frame before one to be counted, wherever it is, so that its paintings do not count. */
  lead(pages: readonly LaidOutPage[]): void {
    this.#before = new Set();
    this.#look(pages, isPaintedOnce);
  }

  #look(pages: readonly LaidOutPage[], isCounted: (use: RasterUse) => boolean): DrawingWork {
    const now = new Set<string>();
    const counted: DrawingWork[] = [];
    for (const use of pages.flatMap((page) => this.#usesOf(page))) {
      const { raster, transient } = use.raster;
      const id = hashOf(Buffer.from(raster));
      const isCached = this.#kept.has(id) || this.#before.has(id) || now.has(id);
      now.add(id);
      if (isCached || !isCounted(use)) continue;
      if (!transient) this.#kept.add(id);
      counted.push(this.#add(use), { loaded: use.raster.width * use.raster.height });
    }
    this.#before = now;
    this.#frame++;
    return sumOf(counted);
  }

  #usesOf({ page, sprites }: LaidOutPage): RasterUse[] {
    const kinds = new Map(withChildren(page.nodes).map((node) => [node.key, node.layer.type]));
    const usesOf = (sprite: ItemSprite | ItemGroup): RasterUse[] => {
      const name = `${page.key} ${sprite.key}`;
      const key = sprite.key === 'background' ? `${page.key}.background_color` : sprite.key.split(' ', 1)[0]!;
      const layer = { key, kind: kinds.get(key) ?? ('background' as const) };
      const drawn = 'parts' in sprite ? sprite.parts.flatMap(usesOf) : [this.#useOf(sprite, name, layer)];
      const { mask } = sprite;
      if (!mask || 'box' in mask) return drawn;
      const isNew = this.#causeOf(`${name} cut`, '') === 'first';
      return [...drawn, { ...layer, cause: isNew ? 'first' : 'cut', raster: mask, work: () => flatWork('mask', mask) }];
    };
    return sprites.flatMap(usesOf);
  }

  #useOf(sprite: ItemSprite, name: string, layer: Pick<PaintedLayer, 'key' | 'kind'>): RasterUse {
    const raster = unfiltered(sprite);
    const path = layer.kind === 'background' ? 'background' : 'mask';
    return {
      ...{ ...layer, raster, cause: sprite.only ?? this.#causeOf(name, contentOf(sprite)) },
      work: () => (sprite.painted ? paintingWork(sprite.painted) : flatWork(path, raster)),
    };
  }

  #causeOf(name: string, content: string): PaintCause {
    const before = this.#contents.get(name);
    this.#contents.set(name, content);
    if (before === undefined) return 'first';
    return before === content ? 'scaled' : 'content';
  }

  #add({ key, kind, cause, raster, ...use }: RasterUse): DrawingWork {
    const work = use.work();
    const startedAt = this.clock?.() ?? 0;
    if (this.clock) raster.paint();
    const name = `${key} ${cause}`;
    const layer = this.#layers.get(name) ?? { key, kind, cause, frames: 0, pixels: 0, work: {}, ms: 0, last: -1 };
    layer.pixels += raster.width * raster.height;
    layer.work = sumOf([layer.work, work]);
    layer.ms += (this.clock?.() ?? 0) - startedAt;
    if (layer.last !== this.#frame) layer.frames++;
    layer.last = this.#frame;
    this.#layers.set(name, layer);
    return work;
  }
}

/** The work of painting all of a raster alike. */
function flatWork(path: 'background' | 'mask', { width, height }: Raster): DrawingWork {
  return { raster: 1, cleared: width * height, [path]: width * height };
}

/** Whether it is painted once, in one of the frames that show it: for the first time, or for a size. */
export function isPaintedOnce({ cause }: Pick<PaintedLayer, 'cause'>): boolean {
  return cause === 'first' || cause === 'scaled';
}

/** The content of a raster, without its size: see the names of rasters in `itemSprite`. */
function contentOf({ raster }: Raster): string {
  const end = raster.lastIndexOf(' @ ');
  return end < 0 ? raster : raster.slice(0, end);
}

/** Nodes, and those in their groups. */
function withChildren(nodes: readonly SceneNode[]): SceneNode[] {
  return nodes.flatMap((node) => [node, ...withChildren(node.children ?? [])]);
}
