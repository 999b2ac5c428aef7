import type { Layer } from '#libs/template';
import { motionOf } from './animations/motion.js';
import { phasesAt } from './animations/phases.js';
import { atRest, atTime, keyframedProperties } from './keyframed-value.js';
import { boxOf, matrixOf, type Size } from './layout.js';
import { boundsOf, moved } from './matrix.js';
import { resolveLayer } from './resolve-layer.js';
import type { Scene, SceneNode, ScenePage } from './scene.js';
import { scaleNode } from './test-version.js';
import type { Timeline, TimelinePage } from './timeline.js';
import { stageTransition } from './transitions/stage-transition.js';

/** Frame times are quotients, starts and ends decimals: without this, 0.7 s at 30 fps would begin a frame late. */
const TOLERANCE_S = 1e-9;

/** Keyframes of these change where a layer is, not what it looks like. */
const PLACEMENT = new Set(['x', 'y', 'scale', 'rotation', 'opacity']);

/**
 * What frame `frame` shows, the instant frame / fps. Random access: the same frame gives an equal scene whatever was
 * sampled before.
 *
 * @throws RangeError for a frame outside 0 … frameCount − 1
 */
export function sample(timeline: Timeline, frame: number): Scene {
  if (!Number.isInteger(frame) || frame < 0 || frame >= timeline.frameCount) {
    throw new RangeError(`frame ${frame} is not within 0 … ${timeline.frameCount - 1}`);
  }
  const showing = timeline.pages.filter((page) => frame >= page.fromFrame && frame < page.toFrame);
  const pages = showing.map((page) => samplePage(timeline, page, (frame - page.fromFrame) / timeline.fps));
  const { width, height } = timeline;
  const entering = showing[1];
  if (!entering?.transition) return { width, height, pages };
  const share = (frame - entering.fromFrame) / entering.transition.frames;
  return { width, height, pages, transition: stageTransition(entering.transition, share, timeline) };
}

function samplePage(timeline: Timeline, page: TimelinePage, timeS: number): ScenePage {
  const lifeS = (page.toFrame - page.fromFrame) / timeline.fps;
  const nodes = page.layers.flatMap((layer, index) => {
    const node = sampleLayer(layer, { timeline, timeS, lifeS });
    return node ? [{ key: `${page.key}.layers[${index}]`, ...node }] : [];
  });
  const { canvas } = timeline;
  return {
    key: page.key,
    underlay: timeline.background,
    background: page.background,
    nodes: canvas ? nodes.map((node) => scaleNode(node, canvas.scale)) : nodes,
  };
}

/** An instant of a page that lives for `lifeS` seconds. */
interface Moment {
  timeline: Timeline;
  timeS: number;
  lifeS: number;
}

/** Undefined for a layer that nobody can see at this moment. */
function sampleLayer(layer: Layer, moment: Moment): Omit<SceneNode, 'key'> | undefined {
  const startS = layer.start ?? 0;
  const endS = Math.min(moment.lifeS, layer.duration === undefined ? moment.lifeS : startS + layer.duration);
  const timeS = moment.timeS - startS;
  if (layer.visible === false || timeS < -TOLERANCE_S || moment.timeS >= endS - TOLERANCE_S) return undefined;
  const parent: Size = moment.timeline.canvas ?? moment.timeline;
  const now = atTime(layer, timeS, parent);
  const look = lookOf(layer, now, parent);
  const { box } = look;
  const settled = matrixOf(now, box, parent);
  const stage = { bounds: boundsOf(box, settled), parent };
  const motion = motionOf(phasesAt(layer, timeS, endS - startS), stage);
  const opacity = Math.min(1, Math.max(0, now.opacity ?? 1)) * motion.opacity;
  if (opacity <= 0 || isEmpty(now, box)) return undefined;
  const matrix = moved(settled, motion.dx, motion.dy);
  const rest = layer.keyframes ? matrixOf(atRest(layer), box, parent) : settled;
  return { ...look, pose: '', matrix, rest, opacity, timeS: Math.max(0, timeS) };
}

function isEmpty(layer: Layer, box: Size): boolean {
  const isLine = layer.type === 'shape' && layer.shape === 'line';
  return (layer.scale ?? 1) <= 0 || box.width === 0 || (box.height === 0 && !isLine);
}

type Look = Pick<SceneNode, 'layer' | 'content' | 'box'>;

/** Looks of layers that never change theirs. Scenes do not depend on it: a look is a function of layer and parent. */
const looks = new WeakMap<Size, WeakMap<Layer, Look>>();

function lookOf(layer: Layer, now: Layer, parent: Size): Look {
  if (!keyframedProperties(layer).every((property) => PLACEMENT.has(property))) return makeLook(now, parent);
  const ofParent = looks.get(parent) ?? new WeakMap<Layer, Look>();
  looks.set(parent, ofParent);
  const look = ofParent.get(layer) ?? makeLook(layer, parent);
  ofParent.set(layer, look);
  return look;
}

function makeLook(layer: Layer, parent: Size): Look {
  const resolved = resolveLayer(layer);
  const box = boxOf(layer, parent);
  return { layer: resolved, box, content: JSON.stringify([box.width, box.height, resolved]) };
}
