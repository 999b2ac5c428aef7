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
import { compositingWork, type LaidOutFrame } from './compositing-work.js';
import { type DrawingWork, sumOf } from './drawing-costs.js';
import { isPaintedOnce, type PaintedLayer, PaintingCounter } from './painting-counter.js';
import { Painter } from '../painter.js';

/** The work of drawing a video. If not all frames were looked at, it is projected from those that were. */
export interface Painting {
  /** The layers that Skia paints, in no order. */
  readonly layers: PaintedLayer[];
  /** All that is done beside: the layout of frames, and the work of the kernel. */
  readonly compositing: DrawingWork;
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
  const layOut = layingOut(resources, (nodes) => resources.players.place(nodes));
  const counter = new PaintingCounter();
  const composited: DrawingWork[] = [];
  let framesLookedAt = 0;
  for (const frame of scattered(timeline.frameCount, mostFrames)) {
    if (framesLookedAt > 0 && isTimeUp()) break;
    // What a frame paints shows against the one before it.
    const before = frame > 0 ? await layOut(frame - 1) : undefined;
    if (before) counter.lead(before.pages);
    const now = await layOut(frame);
    counter.count(now.pages);
    composited.push(compositingWork(now, before, timeline));
    framesLookedAt++;
  }
  await resources.players.close();
  const framesEach = timeline.frameCount / framesLookedAt;
  const layers = counter.layers.map((layer) => overAll(layer, framesEach));
  const loaded = layers.reduce((sum, { pixels }) => sum + pixels, 0);
  return { layers, compositing: sumOf([sumOf(composited, framesEach), { loaded }]), framesLookedAt };
}

/** The times of painting a video, and the work of drawing each frame. */
export interface MeasuredPainting {
  readonly layers: PaintedLayer[];
  /** By frame. */
  readonly works: DrawingWork[];
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
): Promise<MeasuredPainting> {
  const { players, images, ...rest } = await openResources(timeline, assets, { limits: DEFAULT_LIMITS });
  const layOut = layingOut({ players, images, ...rest }, async (nodes) => {
    await images.prepare(nodes);
    await players.prepare(nodes);
  });
  const counter = new PaintingCounter(clock);
  const works: DrawingWork[] = [];
  let before: LaidOutFrame | undefined;
  for (let frame = 0; frame < timeline.frameCount; frame++) {
    const now = await layOut(frame);
    works.push(sumOf([counter.count(now.pages), compositingWork(now, before, timeline)]));
    before = now;
  }
  images.close();
  await players.close();
  return { layers: counter.layers, works };
}

/** Lays out the pages of a frame, once its pictures are prepared. */
function layingOut(
  resources: OpenResources,
  prepare: (nodes: readonly SceneNode[]) => void | Promise<void>,
): (frame: number) => Promise<LaidOutFrame> {
  const { players, timeline } = resources;
  const { canvas } = timeline;
  const context = { frame: timeline, painter: new Painter(resources), players, ...(canvas && { canvas }) };
  return async (frame) => {
    const { pages, transition } = sample(timeline, frame);
    await prepare(pages.flatMap((page) => page.nodes));
    await afterPainting();
    return { transition, pages: pages.map((page) => ({ page, sprites: pageImage(page, context).sprites })) };
  };
}

/** Projects counts to all frames, but not those of rasters that are painted once. */
function overAll(layer: PaintedLayer, framesEach: number): PaintedLayer {
  if (isPaintedOnce(layer) || framesEach === 1) return layer;
  const { frames, pixels, work } = layer;
  return {
    ...layer,
    ...{ frames: Math.round(frames * framesEach), pixels: Math.round(pixels * framesEach) },
    work: sumOf([work], framesEach),
  };
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
