import { sample, type SceneNode, type Timeline, assetsOf } from '#libs/timeline';
import { afterPainting } from '../io.js';
import {
  type AssetFiles,
  DEFAULT_LIMITS,
  type OpenResources,
  openResources,
  type ResourceLimits,
} from '../open-resources.js';
import { pageImage } from '../page-image.js';
import { isPaintedOnce, type PaintedLayer, PaintingCounter, type PageSprites } from './painting-counter.js';
import { Painter } from '../painter.js';

/** The layers of a video that Skia paints; everything else is done by the kernel. */
export interface Painting {
  /** In no order. If not all frames were looked at, `frames` and `pixels` are projected from those that were. */
  readonly layers: PaintedLayer[];
  /** Number of frames that were looked at. */
  readonly framesLookedAt: number;
}

/** Limits for looking at a video. */
export interface Looking {
  readonly limits: ResourceLimits;
  /** The most frames that are looked at. They lie evenly in the video. */
  readonly mostFrames: number;
  /** Asked between two frames: no more of them are looked at once it is true. */
  readonly isTimeUp: () => boolean;
}

/**
 * Lists what Skia would paint for each layer and why, from the layout of frames alone: nothing is painted, and footage
 * is not decoded. A document for which `inspectTimeline` finds no fault can be explained.
 *
 * @throws FrameError as `openFrameRenderer` does, and for a frame that cannot be drawn
 */
export async function explainPainting(
  timeline: Timeline,
  assets: AssetFiles,
  { limits, mostFrames, isTimeUp }: Looking,
): Promise<Painting> {
  const resources = await openResources(timeline, assets, { limits });
  for (const { kind, url, path } of assetsOf(timeline)) {
    if (kind === 'image') await resources.images.measure(url, path);
  }
  const pagesOf = pageSprites(timeline, resources, (nodes) => resources.players.place(nodes));
  const counter = new PaintingCounter();
  let framesLookedAt = 0;
  for (const frame of scattered(timeline.frameCount, mostFrames)) {
    if (framesLookedAt > 0 && isTimeUp()) break;
    // What a frame paints shows against the one before it.
    if (frame > 0) counter.lead(await pagesOf(frame - 1));
    counter.count(await pagesOf(frame));
    framesLookedAt++;
  }
  await resources.players.close();
  return {
    layers: counter.layers.map((layer) => overAll(layer, timeline.frameCount / framesLookedAt)),
    framesLookedAt,
  };
}

/**
 * Paints the rasters of all frames in order, as Skia does in a render, and measures it. Nothing is composited.
 *
 * @param clock milliseconds
 * @throws FrameError as {@link explainPainting} does
 */
export async function measurePainting(
  timeline: Timeline,
  assets: AssetFiles,
  clock: () => number,
): Promise<PaintedLayer[]> {
  const { players, images, ...rest } = await openResources(timeline, assets, { limits: DEFAULT_LIMITS });
  const pagesOf = pageSprites(timeline, { players, images, ...rest }, async (nodes) => {
    await images.prepare(nodes);
    await players.prepare(nodes);
  });
  const counter = new PaintingCounter(clock);
  for (let frame = 0; frame < timeline.frameCount; frame++) counter.count(await pagesOf(frame));
  images.close();
  await players.close();
  return counter.layers;
}

/** Lays out the pages of a frame, once its pictures are prepared. */
function pageSprites(
  timeline: Timeline,
  resources: OpenResources,
  prepare: (nodes: readonly SceneNode[]) => void | Promise<void>,
): (frame: number) => Promise<PageSprites[]> {
  const { canvas } = timeline;
  const { players } = resources;
  const context = { frame: timeline, painter: new Painter(resources), players, ...(canvas && { canvas }) };
  return async (frame) => {
    const { pages } = sample(timeline, frame);
    await prepare(pages.flatMap((page) => page.nodes));
    await afterPainting();
    return pages.map((page) => ({ page, sprites: pageImage(page, context).sprites }));
  };
}

/** Projects counts to all frames, but not those of rasters that are painted once. */
function overAll(layer: PaintedLayer, framesEach: number): PaintedLayer {
  if (isPaintedOnce(layer) || framesEach === 1) return layer;
  return { ...layer, frames: Math.round(layer.frames * framesEach), pixels: Math.round(layer.pixels * framesEach) };
}

/** Yields at most `most` of `count` frames, evenly spread, in an order in which the first of them are so as well. */
function* scattered(count: number, most: number): Generator<number> {
  const looked = Math.min(count, most);
  const step = coprimeNear(looked * GOLDEN, looked);
  for (let turn = 0; turn < looked; turn++) {
    yield Math.floor((((turn * step) % looked) + 0.5) * (count / looked));
  }
}

/** Multiples of this fraction of a circle divide it evenly, however many there are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

function coprimeNear(wanted: number, count: number): number {
  let step = Math.max(1, Math.round(wanted));
  while (greatestDivisor(step, count) > 1) step++;
  return step;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
