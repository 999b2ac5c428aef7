import type { Sprite } from '#libs/compositor';
import { sample, type Timeline } from '#libs/timeline';
import { afterPainting } from './io.js';
import type { ItemGroup, ItemSprite } from './display-items/item-sprite.js';
import { type AssetFiles, DEFAULT_LIMITS, openResources } from './open-resources.js';
import { pageImage } from './page-image.js';
import { Painter } from './painter.js';
import type { RepaintCause } from './raster-plan.js';

/**
 * Why Skia paints something of a layer: for the first time (`first`), because its content is another (`content`), because its
 * clips or its mask cut it otherwise (`cut`), or as the raster serves one frame only.
 */
export type PaintCause = 'first' | 'content' | 'cut' | RepaintCause;

/** What Skia paints of one layer for one reason, over all frames of a video. */
export interface PaintedLayer {
  /**
   * As in scenes: `pages[0].layers[2]`. A group without an effect of its own is its layers, and so is one whose layers move or
   * play; any other is one layer.
   */
  readonly key: string;
  readonly cause: PaintCause;
  /** Frames for which something is painted. */
  readonly frames: number;
  /** Painted, over all frames. */
  readonly pixels: number;
  /** What the painting took, by the clock given. */
  readonly ms: number;
}

/**
 * Goes through all frames of a timeline and says what Skia paints for each layer and why. Everything else is done by the
 * kernel. Rasters are taken to stay cached as long as they may.
 *
 * @param clock milliseconds; absent: nothing is painted and every `ms` is 0
 * @throws FrameError as `openFrameRenderer` does
 */
export async function explainPainting(
  timeline: Timeline,
  assets: AssetFiles,
  clock?: () => number,
): Promise<PaintedLayer[]> {
  const { players, ...resources } = await openResources(timeline, assets, { limits: DEFAULT_LIMITS });
  const { canvas } = timeline;
  const context = { frame: timeline, painter: new Painter(resources), players, ...(canvas && { canvas }) };
  const sightings = new PaintSightings(clock);
  for (let frame = 0; frame < timeline.frameCount; frame++) {
    const { pages } = sample(timeline, frame);
    const nodes = pages.flatMap((page) => page.nodes);
    await resources.images.prepare(nodes);
    await players.prepare(nodes);
    for (const page of pages) for (const sprite of pageImage(page, context).sprites) sightings.see(page.key, sprite);
    sightings.endFrame();
    await afterPainting();
  }
  resources.images.close();
  await players.close();
  return sightings.layers;
}

type Raster = Pick<Sprite, 'raster' | 'transient' | 'width' | 'height' | 'paint'>;

/** Counts what has to be painted as frames follow one another. */
class PaintSightings {
  readonly #layers = new Map<
    string,
    { -readonly [Name in keyof PaintedLayer]: PaintedLayer[Name] } & { last: number }
  >();
  readonly #kept = new Set<string>();
  readonly #known = new Set<string>();
  #before = new Set<string>();
  #now = new Set<string>();
  #frame = 0;

  constructor(private readonly clock: (() => number) | undefined) {}

  get layers(): PaintedLayer[] {
    return [...this.#layers.values()].map(({ last: _last, ...layer }) => layer);
  }

  see(page: string, sprite: ItemSprite | ItemGroup): void {
    const key = sprite.key === 'background' ? `${page}.background_color` : sprite.key.split(' ', 1)[0]!;
    if ('parts' in sprite) for (const part of sprite.parts) this.see(page, part);
    else this.#paint(sprite, key, sprite.only ?? (this.#isKnown(`${page} ${sprite.key}`) ? 'content' : 'first'));
    const { mask } = sprite;
    if (mask) this.#paint(mask, key, this.#isKnown(`${page} ${sprite.key} cut`) ? 'cut' : 'first');
  }

  endFrame(): void {
    this.#before = this.#now;
    this.#now = new Set();
    this.#frame++;
  }

  #isKnown(name: string): boolean {
    const isKnown = this.#known.has(name);
    this.#known.add(name);
    return isKnown;
  }

  #paint(raster: Raster, key: string, cause: PaintCause): void {
    const { raster: id, transient, width, height } = raster;
    const isCached = this.#kept.has(id) || this.#before.has(id) || this.#now.has(id);
    if (transient) this.#now.add(id);
    else this.#kept.add(id);
    if (isCached) return;
    const startedAt = this.clock?.() ?? 0;
    if (this.clock) raster.paint();
    const name = `${key} ${cause}`;
    const layer = this.#layers.get(name) ?? { key, cause, frames: 0, pixels: 0, ms: 0, last: -1 };
    layer.pixels += width * height;
    layer.ms += (this.clock?.() ?? 0) - startedAt;
    if (layer.last !== this.#frame) layer.frames++;
    layer.last = this.#frame;
    this.#layers.set(name, layer);
  }
}
