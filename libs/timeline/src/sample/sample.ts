import { layOut } from '../layout/lay-out.js';
import { ESTIMATED_TEXTS } from '../layout/text-measurer.js';
import { masksOf } from '../compile/masks-of.js';
import { placeNodes } from './place-nodes.js';
import { type PlacedLayer, sampleLayers } from './sample-layer.js';
import type { Scene, ScenePage } from './scene.js';
import { scaleNode } from './scale-node.js';
import type { Timeline, TimelinePage } from '../compile/timeline.js';
import { transitionAt } from '../transitions/transition-at.js';

/**
 * The scene of frame `frame`, at the instant frame / fps. Random access: equal frames give equal scenes in any order of
 * calls.
 *
 * @throws RangeError for a frame outside 0 … frameCount − 1
 */
export function sample(timeline: Timeline, frame: number): Scene {
  const showing = pagesAt(timeline, frame);
  const pages = showing.map((page) => samplePage(timeline, page, frame - page.fromFrame));
  const { width, height } = timeline;
  const entering = showing[1];
  if (!entering?.transition) return { width, height, pages };
  const share = (frame - entering.fromFrame) / entering.transition.frames;
  return { width, height, pages, transition: transitionAt(entering.transition, share, timeline) };
}

/**
 * The pages of frame `frame`: two in a transition.
 *
 * @throws RangeError for a frame outside 0 … frameCount − 1
 */
export function pagesAt(timeline: Timeline, frame: number): TimelinePage[] {
  if (!Number.isInteger(frame) || frame < 0 || frame >= timeline.frameCount) {
    throw new RangeError(`frame ${frame} is not within 0 … ${timeline.frameCount - 1}`);
  }
  return laidOut(timeline).pages.filter((page) => frame >= page.fromFrame && frame < page.toFrame);
}

/** The timeline as it is if `layOut` has laid it out, else with the places that its layers have about. */
function laidOut(timeline: Timeline): Timeline {
  if (timeline.isLaidOut) return timeline;
  const known = estimated.get(timeline) ?? layOut(timeline, ESTIMATED_TEXTS);
  estimated.set(timeline, known);
  return known;
}

const estimated = new WeakMap<Timeline, Timeline>();

function samplePage(timeline: Timeline, page: TimelinePage, frame: number): ScenePage {
  const { canvas } = timeline;
  const nodes = placeNodes(layersAt(timeline, page, frame), masksOf(page));
  return {
    key: page.key,
    underlay: timeline.background,
    background: page.background,
    nodes: canvas ? nodes.map((node) => scaleNode(node, canvas.scale)) : nodes,
  };
}

/** The layers of a page at its frame `frame`, in paint order. */
export function layersAt(timeline: Timeline, page: TimelinePage, frame: number): PlacedLayer[] {
  const { canvas, fps } = timeline;
  // The same object at every frame, because caches use it as a key.
  const size = canvas ?? timeline;
  const parent = {
    startS: 0,
    endS: (page.toFrame - page.fromFrame) / fps,
    frame,
    timeS: frame / fps,
    fps,
    pageShare: shareOf(frame, page.toFrame - page.fromFrame),
    videoShare: shareOf(page.fromFrame + frame, timeline.frameCount),
    size,
    visible: { x: 0, y: 0, width: size.width, height: size.height },
    masks: masksOf(page),
  };
  return sampleLayers(page.layers, page.key, parent);
}

/** 0 in the first frame, 1 in the last. */
function shareOf(frame: number, frames: number): number {
  return frames > 1 ? frame / (frames - 1) : 1;
}
