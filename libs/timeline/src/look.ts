import type { CaptionLayer, Layer } from '#libs/template';
import { captionTextAt } from './captions.js';
import { countNumbers } from './count-numbers.js';
import { keyframedProperties } from './keyframed-value.js';
import type { Size } from './geometry.js';
import { boxOf } from './layout.js';
import { resolveCaption, resolveLayer } from './resolve-layer.js';
import type { SceneNode } from './scene.js';

/** What a layer looks like, wherever it is. */
export type Look = Pick<SceneNode, 'layer' | 'content' | 'box'>;

/** What makes a layer look different from one instant to the next, besides keyframes. */
export interface LookMoment {
  /** Seconds since the layer's start. */
  timeS: number;
  /** How far its numbers have counted, 0 … 1. */
  counted: number;
}

/** Keyframes of these change where a layer is, or what is done to its picture, not the picture. */
const OUTSIDE_THE_LOOK: ReadonlySet<string> = new Set([
  'x',
  'y',
  'anchor_x',
  'anchor_y',
  'scale',
  'rotation',
  'opacity',
  'blur',
  'brightness',
  'contrast',
  'saturation',
  'hue_rotate',
  'volume',
]);

/** Looks of layers that never change theirs. Scenes do not depend on it: a look is a function of layer and parent. */
const looks = new WeakMap<Size, WeakMap<Layer, Look>>();

/**
 * @param layer as the document has it
 * @param now the same with its keyframed values at this instant
 * @returns undefined for a caption while nobody speaks
 */
export function lookOf(layer: Layer, now: Layer, parent: Size, moment: LookMoment): Look | undefined {
  if (now.type === 'caption') {
    const said = captionTextAt(now, moment.timeS);
    return said && makeLook(now, resolveCaption(now, said), parent);
  }
  const isStill = moment.counted >= 1 && keyframedProperties(layer).every((name) => OUTSIDE_THE_LOOK.has(name));
  if (!isStill) return makeLook(now, resolveLayer(countedLayer(now, moment.counted)), parent);
  const ofParent = looks.get(parent) ?? new WeakMap<Layer, Look>();
  looks.set(parent, ofParent);
  const look = ofParent.get(layer) ?? makeLook(now, resolveLayer(settledLayer(now)), parent);
  ofParent.set(layer, look);
  return look;
}

function makeLook(layer: Layer, resolved: Look['layer'], parent: Size): Look {
  const box = boxOf(layer, parent);
  return { layer: resolved, box, content: JSON.stringify([box.width, box.height, resolved]) };
}

type Uncaptioned = Exclude<Layer, CaptionLayer>;

/** TEMPLATE.md: a rating is rounded to halves. On its way it may show any part. */
function settledLayer(layer: Uncaptioned): Uncaptioned {
  return layer.type === 'rating' ? Object.assign({}, layer, { rating: Math.round(layer.rating * 2) / 2 }) : layer;
}

function countedLayer(layer: Uncaptioned, counted: number): Uncaptioned {
  if (counted >= 1) return layer;
  if (layer.type === 'text') return Object.assign({}, layer, { text: countNumbers(layer.text, counted) });
  return layer.type === 'rating' ? Object.assign({}, layer, { rating: layer.rating * counted }) : layer;
}
